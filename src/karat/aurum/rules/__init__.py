"""The rules of Aurum as plain immutable values, in the order of the rulebook. The standard library is all they need."""
