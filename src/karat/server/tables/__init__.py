"""Tables: their log, what it comes to, and what somebody may want of them."""
