// The one lexer of paisql: MaxCompute SQL, client commands and PAI statements.
//
// The characters that it sees are those of src/syntax/lexer/char_stream.cpp, one for each byte of the
// text: letters in upper case, and four classes that stand for what has no place in a table of 128:
//
//   U+0002  a '#' that is the first visible character of its line or statement
//   U+001E  the first byte of full-width punctuation, U+001F its other bytes
//   U+007F  a byte of any other character outside ASCII
//
// No-break and full-width blanks arrive as blanks. Every character therefore lies in the table of
// the lexer's automaton, and a token's place is its place in the text, in bytes.
//
// Any text lexes: what no rule knows becomes UNKNOWN, and what is opened and not closed becomes a
// token UNCLOSED_… that reaches to the end.

lexer grammar PaisqlLexer;

// ---- blanks and comments ----

BLANK             : [ \t\r\n\u000B\f]+ -> channel(HIDDEN) ;
LINE_CONTINUATION : '\\' '\r'? '\n' -> channel(HIDDEN) ;
LINE_COMMENT      : ('--' | '\u0002') ~[\n]* -> channel(HIDDEN) ;
HINT              : '/*' [ \t\r\n]* '+' .*? '*/' -> channel(HIDDEN) ;
BLOCK_COMMENT     : '/*' .*? '*/' -> channel(HIDDEN) ;
UNCLOSED_COMMENT  : '/*' (~'*' | '*'+ ~[*/])* '*'* ;

// ---- literals and names ----

STRING_VALUE      : '\'' (~['\\] | '\\' .)* '\''
                  | '"' (~["\\] | '\\' .)* '"' ;
UNCLOSED_STRING   : '\'' (~['\\] | '\\' .)* '\\'?
                  | '"' (~["\\] | '\\' .)* '\\'? ;
BINARY_VALUE      : 'X\'' ~[']* '\'' ;
INTEGER_VALUE     : DIGIT+ ;
NUMBER_VALUE      : DIGIT+ ('Y' | 'S' | 'L' | 'F' | 'D' | 'BD')
                  | DIGIT+ EXPONENT ('F' | 'D' | 'BD')?
                  | DECIMAL EXPONENT? ('F' | 'D' | 'BD')? ;
BACKQUOTED        : '`' (~'`' | '``')* '`' ;
UNCLOSED_BACKQUOTE: '`' (~'`' | '``')* ;
CODE_BLOCK        : HASH 'CODE' [ \t\r\n(] .*? HASH 'END' [ \t]+ 'CODE' ;
UNCLOSED_CODE     : HASH 'CODE' [ \t\r\n(] (~[#\u0002] | HASH ~[E#\u0002])* ;

// ---- keywords: KEYWORDS-BEGIN ----

ACL          : 'ACL' ;
ADD          : 'ADD' ;
AFTER        : 'AFTER' ;
ALIAS        : 'ALIAS' ;
ALL          : 'ALL' ;
ALTER        : 'ALTER' ;
ANALYZE      : 'ANALYZE' ;
AND          : 'AND' ;
ANTI         : 'ANTI' ;
ANY          : 'ANY' ;
ARCHIVE      : 'ARCHIVE' ;
AS           : 'AS' ;
ASC          : 'ASC' ;
AUTO         : 'AUTO' ;
BEFORE       : 'BEFORE' ;
BEGIN        : 'BEGIN' ;
BETWEEN      : 'BETWEEN' ;
BOTH         : 'BOTH' ;
BUCKET       : 'BUCKET' ;
BUCKETS      : 'BUCKETS' ;
BUILD        : 'BUILD' ;
BY           : 'BY' ;
CACHE        : 'CACHE' ;
CASE         : 'CASE' ;
CAST         : 'CAST' ;
CHANGE       : 'CHANGE' ;
CHANGEOWNER  : 'CHANGEOWNER' ;
CLUSTER      : 'CLUSTER' ;
CLONE        : 'CLONE' ;
CLUSTERED    : 'CLUSTERED' ;
COLUMN       : 'COLUMN' ;
COLUMNS      : 'COLUMNS' ;
COMMENT      : 'COMMENT' ;
COMPACT      : 'COMPACT' ;
COPY         : 'COPY' ;
COST         : 'COST' ;
CREATE       : 'CREATE' ;
CROSS        : 'CROSS' ;
CUBE         : 'CUBE' ;
CURRENT      : 'CURRENT' ;
DEFAULT      : 'DEFAULT' ;
DEFERRED     : 'DEFERRED' ;
DEFINED      : 'DEFINED' ;
DELETE       : 'DELETE' ;
DELIMITED    : 'DELIMITED' ;
DEPLOY       : 'DEPLOY' ;
DESC         : 'DESC' ;
DESCRIBE     : 'DESCRIBE' ;
DISABLE      : 'DISABLE' ;
DISTINCT     : 'DISTINCT' ;
DISTRIBUTE   : 'DISTRIBUTE' ;
DIV          : 'DIV' ;
DROP         : 'DROP' ;
ELSE         : 'ELSE' ;
ENABLE       : 'ENABLE' ;
END          : 'END' ;
ESCAPE       : 'ESCAPE' ;
ESCAPED      : 'ESCAPED' ;
EXCEPT       : 'EXCEPT' ;
EXCHANGE     : 'EXCHANGE' ;
EXCLUDE      : 'EXCLUDE' ;
EXISTS       : 'EXISTS' ;
EXIT         : 'EXIT' ;
EXPLAIN      : 'EXPLAIN' ;
EXPORT       : 'EXPORT' ;
EXTENDED     : 'EXTENDED' ;
EXTERNAL     : 'EXTERNAL' ;
FALSE        : 'FALSE' ;
FIELDS       : 'FIELDS' ;
FILE         : 'FILE' ;
FILTER       : 'FILTER' ;
FIRST        : 'FIRST' ;
FLAGS        : 'FLAGS' ;
FOLLOWING    : 'FOLLOWING' ;
FOR          : 'FOR' ;
FORMAT       : 'FORMAT' ;
FROM         : 'FROM' ;
FS           : 'FS' ;
FULL         : 'FULL' ;
FUNCTION     : 'FUNCTION' ;
FUNCTIONS    : 'FUNCTIONS' ;
GET          : 'GET' ;
GRANT        : 'GRANT' ;
GRANTS       : 'GRANTS' ;
GROUP        : 'GROUP' ;
GROUPING     : 'GROUPING' ;
GROUPS       : 'GROUPS' ;
H            : 'H' ;
HAVING       : 'HAVING' ;
HELP         : 'HELP' ;
HISTORY      : 'HISTORY' ;
IF           : 'IF' ;
IGNORE       : 'IGNORE' ;
IMPORT       : 'IMPORT' ;
IN           : 'IN' ;
INCLUDE      : 'INCLUDE' ;
INNER        : 'INNER' ;
INSERT       : 'INSERT' ;
INSTANCE     : 'INSTANCE' ;
INSTANCES    : 'INSTANCES' ;
INTERSECT    : 'INTERSECT' ;
INTERVAL     : 'INTERVAL' ;
INTO         : 'INTO' ;
IS           : 'IS' ;
JAR          : 'JAR' ;
JOBS         : 'JOBS' ;
JOIN         : 'JOIN' ;
KEY          : 'KEY' ;
KILL         : 'KILL' ;
LAST         : 'LAST' ;
LATERAL      : 'LATERAL' ;
LEADING      : 'LEADING' ;
LEFT         : 'LEFT' ;
LIFECYCLE    : 'LIFECYCLE' ;
LIKE         : 'LIKE' ;
LIMIT        : 'LIMIT' ;
LINES        : 'LINES' ;
LIST         : 'LIST' ;
LOAD         : 'LOAD' ;
LOCATION     : 'LOCATION' ;
LOG          : 'LOG' ;
LOOP         : 'LOOP' ;
LS           : 'LS' ;
LSN          : 'LSN' ;
MACRO        : 'MACRO' ;
MAP          : 'MAP' ;
MATERIALIZED : 'MATERIALIZED' ;
MERGE        : 'MERGE' ;
MINUS        : 'MINUS' ;
MODEL        : 'MODEL' ;
MODELS       : 'MODELS' ;
MSCK         : 'MSCK' ;
NATURAL      : 'NATURAL' ;
NO           : 'NO' ;
NOT          : 'NOT' ;
NULL_        : 'NULL' ;
NULLS        : 'NULLS' ;
OFFLINEMODEL : 'OFFLINEMODEL' ;
OFFLINEMODELS: 'OFFLINEMODELS' ;
OFFSET       : 'OFFSET' ;
ON           : 'ON' ;
OR           : 'OR' ;
ORDER        : 'ORDER' ;
OSS          : 'OSS' ;
OTHERS       : 'OTHERS' ;
OUTER        : 'OUTER' ;
OVER         : 'OVER' ;
OVERWRITE    : 'OVERWRITE' ;
P            : 'P' ;
PAI          : 'PAI' ;
PARTITION    : 'PARTITION' ;
PARTITIONED  : 'PARTITIONED' ;
PARTITIONS   : 'PARTITIONS' ;
PIVOT        : 'PIVOT' ;
POLICY       : 'POLICY' ;
PRECEDING    : 'PRECEDING' ;
PRIMARY      : 'PRIMARY' ;
PRINCIPALS   : 'PRINCIPALS' ;
PRIVS        : 'PRIVS' ;
PROC         : 'PROC' ;
PROJECT      : 'PROJECT' ;
PROJECTS     : 'PROJECTS' ;
PURGE        : 'PURGE' ;
PUT          : 'PUT' ;
PY           : 'PY' ;
Q            : 'Q' ;
QUALIFY      : 'QUALIFY' ;
QUIT         : 'QUIT' ;
RANGE        : 'RANGE' ;
READ         : 'READ' ;
REBUILD      : 'REBUILD' ;
RECURSIVE    : 'RECURSIVE' ;
RECYCLEBIN   : 'RECYCLEBIN' ;
REDUCE       : 'REDUCE' ;
REGEXP       : 'REGEXP' ;
RELEASE      : 'RELEASE' ;
RELOAD       : 'RELOAD' ;
REMOVE       : 'REMOVE' ;
RENAME       : 'RENAME' ;
REPAIR       : 'REPAIR' ;
REPLACE      : 'REPLACE' ;
RERUN        : 'RERUN' ;
RESOURCE     : 'RESOURCE' ;
RESOURCES    : 'RESOURCES' ;
RESPECT      : 'RESPECT' ;
RESTORE      : 'RESTORE' ;
REVOKE       : 'REVOKE' ;
REWRITE      : 'REWRITE' ;
RIGHT        : 'RIGHT' ;
RLIKE        : 'RLIKE' ;
ROLE         : 'ROLE' ;
ROLES        : 'ROLES' ;
ROLLBACK     : 'ROLLBACK' ;
ROLLUP       : 'ROLLUP' ;
ROW          : 'ROW' ;
ROWS         : 'ROWS' ;
SCHEMA       : 'SCHEMA' ;
SCHEMAS      : 'SCHEMAS' ;
SECURITYCONFIGURATION : 'SECURITYCONFIGURATION' ;
SELECT       : 'SELECT' ;
SEMI         : 'SEMI' ;
SEPARATED    : 'SEPARATED' ;
SERDE        : 'SERDE' ;
SERDEPROPERTIES : 'SERDEPROPERTIES' ;
SERVICE      : 'SERVICE' ;
SERVICES     : 'SERVICES' ;
SET          : 'SET' ;
SETS         : 'SETS' ;
SETVAR       : 'SETVAR' ;
SHOW         : 'SHOW' ;
SORT         : 'SORT' ;
SORTED       : 'SORTED' ;
SQL          : 'SQL' ;
START        : 'START' ;
STATUS       : 'STATUS' ;
STOP         : 'STOP' ;
STORED       : 'STORED' ;
STREAM       : 'STREAM' ;
STREAMS      : 'STREAMS' ;
STRMPROPERTIES : 'STRMPROPERTIES' ;
SUMMARIZE    : 'SUMMARIZE' ;
SWITCH       : 'SWITCH' ;
TABLE        : 'TABLE' ;
TABLES       : 'TABLES' ;
TABLESAMPLE  : 'TABLESAMPLE' ;
TBLPROPERTIES: 'TBLPROPERTIES' ;
TEMPORARY    : 'TEMPORARY' ;
TERMINATED   : 'TERMINATED' ;
THEN         : 'THEN' ;
TIES         : 'TIES' ;
TO           : 'TO' ;
TOP          : 'TOP' ;
TOUCH        : 'TOUCH' ;
TRAILING     : 'TRAILING' ;
TRANSFORM    : 'TRANSFORM' ;
TRUE         : 'TRUE' ;
TRUNCATE     : 'TRUNCATE' ;
TUNNEL       : 'TUNNEL' ;
UNBOUNDED    : 'UNBOUNDED' ;
UNDROP       : 'UNDROP' ;
UNION        : 'UNION' ;
UNLOAD       : 'UNLOAD' ;
UNPIVOT      : 'UNPIVOT' ;
UNSET        : 'UNSET' ;
UNSETVAR     : 'UNSETVAR' ;
UPDATE       : 'UPDATE' ;
USE          : 'USE' ;
USER         : 'USER' ;
USERS        : 'USERS' ;
USING        : 'USING' ;
VALUES       : 'VALUES' ;
VARIABLES    : 'VARIABLES' ;
VIEW         : 'VIEW' ;
VIEWS        : 'VIEWS' ;
VOLUME       : 'VOLUME' ;
VOLUMEARCHIVE: 'VOLUMEARCHIVE' ;
VOLUMEFILE   : 'VOLUMEFILE' ;
VOLUMES      : 'VOLUMES' ;
WAIT         : 'WAIT' ;
WHEN         : 'WHEN' ;
WHERE        : 'WHERE' ;
WHOAMI       : 'WHOAMI' ;
WINDOW       : 'WINDOW' ;
WITH         : 'WITH' ;
WITHIN       : 'WITHIN' ;
WRITE        : 'WRITE' ;
ZORDER       : 'ZORDER' ;

// ---- KEYWORDS-END ----

// A name may begin with digits, unless all of it reads as a number: 5L, 1e7, 2BD.
IDENTIFIER        : (LETTER | DIGIT+ LETTER) (LETTER | DIGIT)* ;
// What follows the dot of a.50_x, and the dot itself; src/syntax/lexer/token_list.cpp takes it apart.
DIGIT_FIELD       : '.' DIGIT+ LETTER (LETTER | DIGIT)* ;
VARIABLE          : '@' (LETTER | DIGIT)+ ;

// ---- operators and punctuation ----

EQ                : '=' | '==' ;
NULL_SAFE_EQ      : '<=>' ;
NEQ               : '<>' | '!=' ;
LTE               : '<=' ;
GTE               : '>=' ;
LT                : '<' ;
GT                : '>' ;
ARROW             : '->' ;
PLUS              : '+' ;
MINUS_SIGN        : '-' ;
ASTERISK          : '*' ;
SLASH             : '/' ;
PERCENT           : '%' ;
TILDE             : '~' ;
BANG              : '!' ;
AMPERSAND         : '&' ;
CONCAT            : '||' ;
PIPE              : '|' ;
CARET             : '^' ;
ASSIGN            : ':=' ;
COLON             : ':' ;
DOT               : '.' ;
COMMA             : ',' ;
LEFT_PAREN        : '(' ;
RIGHT_PAREN       : ')' ;
LEFT_BRACKET      : '[' ;
RIGHT_BRACKET     : ']' ;
SEMICOLON         : ';' ;

// ---- everything else ----

// ${name} where nothing was put in its place (src/variables/).
SUBSTITUTION      : '${' ~['"`;{}\r\n]* '}' ;
FULL_WIDTH        : '\u001E' '\u001F'* ;
BACKSLASHED       : '\\' . ;
UNKNOWN           : . ;

fragment HASH     : '#' | '\u0002' ;
fragment LETTER   : [A-Z_\u007F] ;
fragment DIGIT    : [0-9] ;
fragment EXPONENT : 'E' [+-]? DIGIT+ ;
fragment DECIMAL  : DIGIT+ '.' DIGIT* | '.' DIGIT+ ;
