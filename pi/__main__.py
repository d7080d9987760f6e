"""`python -m pi` is `croupier`."""

from pi.cli import main

if __name__ == "__main__":
    main()
