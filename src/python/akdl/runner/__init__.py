"""What a script component gives to a script."""
