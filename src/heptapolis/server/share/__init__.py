"""What a link shows in a messenger: a title, a sentence and a picture."""
