"""The HTTP interface: routes, security headers, rate limits."""
