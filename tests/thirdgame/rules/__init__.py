"""The rules of Opal: plain, immutable, with nothing but the standard library."""
