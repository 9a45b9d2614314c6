tr ' ' '\n'
