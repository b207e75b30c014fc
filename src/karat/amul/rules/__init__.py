"""The rules of Amul as plain immutable values, in the order of the rulebook. The standard library is all they need."""
