import plus_table

print(plus_table.ANSWER)
