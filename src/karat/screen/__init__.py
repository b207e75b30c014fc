"""What tables in a terminal of any game stand on, drawn with Textual."""
