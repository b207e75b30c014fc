"""Training of the nets. This is the one part that needs PyTorch: pip install 'karat-games[lab]'."""
