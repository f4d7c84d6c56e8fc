"""``python -m labirinto``: the command line."""

from labirinto.cli import main

if __name__ == "__main__":
    main()
