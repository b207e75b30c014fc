"""The house: tables online that lose nothing and leak nothing."""
