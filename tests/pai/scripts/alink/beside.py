WORD = "from a file beside"
