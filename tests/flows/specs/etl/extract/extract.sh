echo extracted $1 of $2
