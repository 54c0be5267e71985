"""`python -m heptapolis`: the same as the `heptapolis` command."""

from heptapolis.cli.main import main

if __name__ == "__main__":
    main()
