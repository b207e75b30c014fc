"""What is asked over REST about matches that are studied."""
