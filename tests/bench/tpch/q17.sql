SELECT SUM(l_extendedprice) / 7.0BD AS avg_yearly
FROM lineitem
JOIN part ON p_partkey = l_partkey
WHERE p_brand = 'Brand#23'
  AND p_container = 'MED BOX'
  AND l_quantity < (
    SELECT 0.2BD * AVG(l_quantity) FROM lineitem WHERE l_partkey = p_partkey);
