"""What people are told while they are not looking: by their browser, by mail, or by a call to a program of theirs."""
