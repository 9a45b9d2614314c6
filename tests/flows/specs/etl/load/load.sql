SELECT '${script.region}' AS region;
