"""What people are told while they are not looking, and where they are waited for, over REST."""
