"""Training of the nets. This is the one part that needs PyTorch: install karat[lab]."""
