SELECT SUM(l_extendedprice * l_discount) AS revenue
FROM lineitem
WHERE l_shipdate >= DATE'1994-01-01'
  AND l_shipdate < DATEADD(DATE'1994-01-01', 1, 'yyyy')
  AND l_discount BETWEEN 0.06BD - 0.01BD AND 0.06BD + 0.01BD
  AND l_quantity < 24;
