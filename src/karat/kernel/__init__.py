"""What the kernels of every game stand on: compiling and its cache, sets of bits, chance, threads, measuring."""
