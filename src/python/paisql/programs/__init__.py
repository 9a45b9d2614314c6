"""Files that Python runs as programs. No other module imports them."""
