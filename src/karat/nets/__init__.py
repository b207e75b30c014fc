"""Small trained nets, run by compiled code: nothing here needs a learning framework."""
