"""A host's tools: who may do what, sanctions, names, reports, maintenance, and the audit log."""
