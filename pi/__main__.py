"""`python -m pi` is `croupier`."""

from pi.entry import main

if __name__ == "__main__":
    main()
