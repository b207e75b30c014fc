"""How fast a server is: real processes, real sockets, and boardgame.io's server beside it on the same machine."""
