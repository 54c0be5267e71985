"""The `heptapolis` command: one module for each subcommand, loaded when it is called."""
