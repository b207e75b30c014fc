"""What goes over the wire: frames, events and views, and what each recipient is sent."""
