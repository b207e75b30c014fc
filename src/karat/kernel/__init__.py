"""The rules once more, compiled: twins of `karat.rules` on fixed arrays, held equal to them in lockstep."""
