"""`python -m karat` is the `karat` command."""

from karat.cli import main

main()
