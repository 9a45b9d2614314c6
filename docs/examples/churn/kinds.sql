SELECT kind, COUNT(*) AS events
FROM events
WHERE ds = '${bizdate}'
GROUP BY kind
ORDER BY events DESC
LIMIT 10;
