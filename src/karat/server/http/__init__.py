"""The edge: REST calls, sockets, streams and the page."""
