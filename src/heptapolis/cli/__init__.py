"""The `heptapolis` command: one module a subcommand, loaded when it is called."""
