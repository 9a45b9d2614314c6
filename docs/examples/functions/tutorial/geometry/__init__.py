def length(x, y):
    return (x * x + y * y) ** 0.5
