-- A script for Python 2 runs as it is: tensorflow1120 ran Python 2 on the platform.
-- Run it with: paisql --project words_project -f docs/examples/python2/words.sql

CREATE TABLE IF NOT EXISTS poem (text STRING);
INSERT OVERWRITE TABLE poem VALUES ('床前 明月 光'), ('疑是 地上 霜'), ('举头 望 明月'), ('低头 思 故乡');
CREATE TABLE IF NOT EXISTS word (word STRING, n BIGINT);

PAI -name tensorflow1120 -project algo_public
    -Dscript="file://words.py"
    -Dtables="odps://words_project/tables/poem"
    -Doutputs="odps://words_project/tables/word"
    -DgpuRequired=0;

SELECT word, n FROM word ORDER BY n DESC, word LIMIT 3;
