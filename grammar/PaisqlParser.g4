// The one parser of paisql. Sections: entry rules, SQL statements, client commands, PAI, queries,
// relations, expressions, names. Nothing here decides what a statement means; the tree of
// src/syntax/statement.h is built from the labelled alternatives by src/syntax/build/build_*.cpp.
//
// The first token decides which kind of statement it is. README.md says how to add one.

parser grammar PaisqlParser;

options { tokenVocab = PaisqlLexer; }

// ---- entry rules ----

singleStatement
    : statement? SEMICOLON* EOF
    ;

singleExpression
    : expression EOF
    ;

singleQuery
    : query SEMICOLON* EOF
    ;

// @v := 1 of a script. IF, LOOP and BEGIN … END have no rules, because a query would then end where
// any statement begins (src/syntax/script.cpp).
singleAssign
    : VARIABLE variableType? (ASSIGN cacheClause? (query | expression))? SEMICOLON* EOF
    ;

// What CREATE VIEW and CREATE SQL FUNCTION with parameters define, as the catalog keeps it.
singleDefinition
    : definition SEMICOLON* EOF
    ;

variableType
    : TABLE LEFT_PAREN columnDefinition (COMMA columnDefinition)* RIGHT_PAREN
    | typeName
    ;

cacheClause
    : CACHE (WITH identifier LEFT_PAREN property (COMMA property)* RIGHT_PAREN)? ON
    ;

// ---- statements ----

statement
    : dmlStatement
    | createTable
    | dropTable
    | restoreTable
    | truncateTable
    | collectLifecycle
    | cloneTable
    | alterTable
    | createView
    | alterView
    | createFunction
    | reloadFunction
    | sqlFunction
    | dropFunction
    | dropView
    | streamStatement
    | namespaceStatement
    | transferStatement
    | loadStatement
    | unloadStatement
    | repairStatement
    | rowChange
    | explainStatement
    | summarizeStatement
    | setStatement
    | unsetStatement
    | variableStatement
    | aliasStatement
    | useStatement
    | showStatement
    | describeStatement
    | addResource
    | dropResource
    | getResource
    | bucketStatement
    | roleStatement
    | modelStatement
    | serviceStatement
    | grantStatement
    | userStatement
    | policyStatement
    | ossStatement
    | volumeStatement
    | tunnelStatement
    | jobCommand
    | helpStatement
    | quitStatement
    | paiStatement
    ;

// ---- SQL: data ----

dmlStatement
    : withClause? dmlBody
    ;

dmlBody
    : insertTarget query zorderClause?  #insert
    | fromClause insertBranch+      #multiInsert
    | queryNoWith                   #select
    ;

insertTarget
    : INSERT (INTO | OVERWRITE) TABLE? table=qualifiedName partitionSpec? ifNotExists? nameList?
    | INSERT (INTO | OVERWRITE) TABLE? table=qualifiedName nameList partitionSpec ifNotExists?
    ;

insertBranch
    : insertTarget lateralView* whereClause? branchPart
      (UNION setQuantifier? branchPart)* zorderClause?
    ;

branchPart
    : selectNoFrom queryTail
    ;

zorderClause
    : ZORDER BY (nameList | identifier (COMMA identifier)*)
    ;

explainStatement
    : (EXPLAIN ANALYZE? | COST SQL) (dmlStatement | createTable | createView | rowChange)
    | EXPLAIN paiStatement
    ;

summarizeStatement
    : SUMMARIZE (TABLE? qualifiedName | query)
    ;

rowChange
    : UPDATE changedTable SET assignment (COMMA assignment)* fromClause? whereClause?   #updateRows
    | DELETE FROM changedTable whereClause?                                             #deleteRows
    | MERGE INTO changedTable USING source=relationPrimary
      ON condition=expression mergeClause+                                              #mergeRows
    ;

changedTable
    : table=qualifiedName partitionSpec? relationAlias?
    ;

assignment
    : qualifiedName EQ expression                                       #assignOne
    | LEFT_PAREN qualifiedName (COMMA qualifiedName)* RIGHT_PAREN
      EQ LEFT_PAREN query RIGHT_PAREN                                   #assignQuery
    | LEFT_PAREN qualifiedName (COMMA qualifiedName)* RIGHT_PAREN
      EQ valuesRow                                                      #assignRow
    ;

// WHEN [NOT] MATCHED [BY TARGET | BY SOURCE]
mergeClause
    : WHEN NOT? matched=IDENTIFIER (BY by=IDENTIFIER)? (AND condition=expression)? THEN mergeAction
    ;

mergeAction
    : UPDATE SET assignment (COMMA assignment)*     #mergeUpdate
    | UPDATE SET ASTERISK                           #mergeUpdateAll
    | DELETE                                        #mergeDelete
    | INSERT nameList? VALUES valuesRow             #mergeInsert
    | INSERT ASTERISK                               #mergeInsertAll
    ;

// ---- SQL: tables and views ----

createTable
    : CREATE (OR REPLACE)? (EXTERNAL | TEMPORARY)? TABLE ifNotExists? table=qualifiedName
      (LEFT_PAREN tableElement (COMMA tableElement)* RIGHT_PAREN)?
      tableClause*
      (LIKE like=qualifiedName tableClause* | AS? query)?
    | CREATE (OR REPLACE)? MATERIALIZED VIEW ifNotExists? table=qualifiedName materializedClause* AS query
    ;

materializedClause
    : (ENABLE | DISABLE) REWRITE                                        #viewRewrite
    | BUILD DEFERRED                                                    #viewDeferred
    | LEFT_PAREN viewColumn (COMMA viewColumn)* RIGHT_PAREN             #viewColumns
    | PARTITIONED (BY | ON) nameList                                    #viewPartitions
    | tableClause                                                       #viewTableClause
    ;

tableElement
    : columnDefinition
    | (word=identifier name=anyName)? PRIMARY KEY nameList keyOption*
    ;

// The words CONSTRAINT, RELY and the like are looked up by the tree builder.
keyOption
    : NOT? option=identifier
    ;

columnDefinition
    : name=anyName typeName columnOption*
    ;

columnOption
    : NOT NULL_                     #columnNotNull
    | NULL_                         #columnNull
    | DEFAULT valueExpression       #columnDefault
    | COMMENT stringValue           #columnComment
    | PRIMARY KEY                   #columnPrimaryKey
    ;

tableClause
    : COMMENT stringValue                                                       #tableComment
    | PARTITIONED BY
      LEFT_PAREN columnDefinition (COMMA columnDefinition)* RIGHT_PAREN         #partitionedBy
    | LIFECYCLE INTEGER_VALUE                                                   #lifecycle
    | TBLPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN           #tableProperties
    | storageClause                                                             #tableStorage
    | AUTO PARTITIONED BY
      LEFT_PAREN value=functionCall (AS name=anyName)? RIGHT_PAREN              #autoPartitionedBy
    | clusterClause                                                             #clusteredBy
    ;

// In which order the rows lie in the files of the table.
clusterClause
    : RANGE? CLUSTERED BY nameList (SORTED BY sortedColumns)? (INTO INTEGER_VALUE BUCKETS)?
    ;

sortedColumns
    : LEFT_PAREN sortedColumn (COMMA sortedColumn)* RIGHT_PAREN
    ;

sortedColumn
    : name=anyName direction=(ASC | DESC)?
    ;

// How files that lie outside of the home are read and written.
storageClause
    : STORED BY handler=stringValue
    | STORED AS format=identifier
    | ROW FORMAT SERDE serde=stringValue
    | rowFormat
    | WITH SERDEPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN
    | LOCATION location=stringValue
    | USING jars=stringValue
    ;

property
    : key=stringValue EQ value=stringValue
    ;

dropTable
    : DROP TABLE ifExists? table=qualifiedName PURGE?
    | DROP MATERIALIZED VIEW ifExists? table=qualifiedName
    | DROP TABLE VARIABLES ifExists? VARIABLE (COMMA VARIABLE)*
    ;

// What a table held before, and tables that were dropped.
restoreTable
    : UNDROP TABLE table=qualifiedName (LEFT_PAREN property RIGHT_PAREN)? (AS newName=qualifiedName)?
    | RESTORE TABLE table=qualifiedName (LEFT_PAREN property (COMMA property)* RIGHT_PAREN)?
      (partitionSpec (COMMA? partitionSpec)*)?
      (TO (LSN version=stringValue | BEFORE LAST WRITE))? (AS newName=qualifiedName)?
    | PURGE TABLE table=qualifiedName (LEFT_PAREN property RIGHT_PAREN)?
    ;

// Drops what LIFECYCLE lets go.
collectLifecycle
    : PURGE LIFECYCLE
    ;

truncateTable
    : TRUNCATE TABLE table=qualifiedName (partitionFilter (COMMA partitionFilter)*)?
    ;

// Another table, or partitions of it, with the rows that this one has now.
cloneTable
    : CLONE TABLE source=qualifiedName (partitionSpec (COMMA? partitionSpec)*)?
      TO target=qualifiedName (ifExists (OVERWRITE | IGNORE))?
    ;

alterTable
    : ALTER TABLE table=qualifiedName alterAction
    | ALTER MATERIALIZED VIEW table=qualifiedName materializedAction
    ;

materializedAction
    : REBUILD partitionFilter?                                                      #rebuild
    | (ENABLE | DISABLE) REWRITE                                                    #setRewrite
    | SET LIFECYCLE INTEGER_VALUE                                                   #setViewLifecycle
    | partitionSpec? (ENABLE | DISABLE) LIFECYCLE                                   #switchViewLifecycle
    | DROP ifExists? partitionFilter (COMMA? partitionFilter)*                      #dropViewPartitions
    ;

alterAction
    : ADD ifNotExists? addedPartition (COMMA? addedPartition)*                      #addPartitions
    | DROP ifExists? partitionFilter (COMMA? partitionFilter)* PURGE?               #dropPartitions
    | MERGE ifExists? partitionFilter (COMMA? partitionFilter)*
      OVERWRITE partitionSpec PURGE?                                                #mergePartitions
    | partitionSpec RENAME TO partitionSpec                                         #renamePartition
    | ADD (COLUMNS | COLUMN) ifNotExists?
      ( LEFT_PAREN placedColumn (COMMA placedColumn)* RIGHT_PAREN
      | placedColumn (COMMA placedColumn)*
      )                                                                             #addColumns
    | REPLACE COLUMNS
      LEFT_PAREN columnDefinition (COMMA columnDefinition)* RIGHT_PAREN             #replaceColumns
    | RENAME TO name=anyName                                                        #renameTable
    | SET COMMENT stringValue                                                       #setComment
    | SET LIFECYCLE INTEGER_VALUE                                                   #setLifecycle
    | SET TBLPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN           #setProperties
    | UNSET TBLPROPERTIES ifExists? LEFT_PAREN unsetProperty (COMMA unsetProperty)* RIGHT_PAREN  #unsetProperties
    | SET SERDEPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN         #setSerdeProperties
    | partitionSpec? SET LOCATION location=stringValue                              #setLocation
    | (CHANGE COLUMN? from=anyName RENAME TO | RENAME COLUMN from=anyName TO)
      to=anyName                                                                    #renameColumn
    | CHANGE COLUMN? from=anyName placedColumn                                      #changeColumn
    | CHANGE COLUMN? name=anyName columnOption+                                     #changeOptions
    | DROP (COLUMNS | COLUMN) (anyName (COMMA anyName)* | nameList)                 #dropColumns
    | TOUCH partitionSpec?                                                          #touch
    | CHANGEOWNER TO owner=stringValue                                              #changeOwner
    | partitionSpec? (ENABLE | DISABLE) LIFECYCLE                                   #switchLifecycle
    | EXCHANGE partitionSpec WITH TABLE source=qualifiedName                        #exchangePartition
    | clusterClause                                                                 #setClustering
    | NOT CLUSTERED                                                                 #dropClustering
    | partitionSpec? COMPACT which=anyName? (stringValue | compactOption)*           #compact
    ;

unsetProperty
    : key=stringValue (EQ stringValue)?
    ;

// Where a column comes to stand: at the beginning, or after another one.
placedColumn
    : columnDefinition (FIRST | AFTER after=anyName)?
    ;

// -h 10, -f
compactOption
    : MINUS_SIGN flag=identifier INTEGER_VALUE?
    ;

addedPartition
    : partitionSpec (LOCATION location=stringValue)?
    ;

partitionSpec
    : PARTITION LEFT_PAREN partitionKey (COMMA partitionKey)* RIGHT_PAREN
    ;

partitionKey
    : name=anyName (EQ valueExpression)?
    ;

partitionFilter
    : PARTITION LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN
    ;

createView
    : CREATE (OR REPLACE)? VIEW ifNotExists? view=qualifiedName
      (LEFT_PAREN viewColumn (COMMA viewColumn)* RIGHT_PAREN)?
      (COMMENT stringValue)?
      AS query
    | CREATE (OR REPLACE)? VIEW ifNotExists? view=qualifiedName definition
    ;

// The class and the resources may stand without quotes, so they are words. So is a block of code.
createFunction
    : CREATE (OR REPLACE)? TEMPORARY? FUNCTION ifNotExists? name=qualifiedName AS commandTail
    ;

reloadFunction
    : RELOAD FUNCTION name=qualifiedName
    ;

// RETURNS is a name, which the tree's builder looks at.
sqlFunction
    : CREATE (OR REPLACE)? SQL FUNCTION ifNotExists? name=qualifiedName definition
    | FUNCTION name=qualifiedName definition
    | CREATE TEMPORARY MACRO macro=identifier
      LEFT_PAREN (macroParameter (COMMA macroParameter)*)? RIGHT_PAREN expression
    ;

macroParameter
    : name=identifier typeName
    ;

dropFunction
    : DROP TEMPORARY? FUNCTION ifExists? name=qualifiedName
    | DROP TEMPORARY MACRO ifExists? macro=identifier
    ;

definition
    : LEFT_PAREN (parameter (COMMA parameter)*)? RIGHT_PAREN
      (given=identifier VARIABLE? variableType)? (COMMENT stringValue)?
      AS (body=BEGIN definitionToken* END | query | expression)
    ;

definitionToken
    : ~EOF
    ;

parameter
    : VARIABLE parameterType (EQ fallback=expression)? (COMMENT stringValue)?
    ;

parameterType
    : TABLE LEFT_PAREN tableParameter (COMMA tableParameter)* RIGHT_PAREN
    | FUNCTION LEFT_PAREN (typeName (COMMA typeName)*)? RIGHT_PAREN identifier typeName
    | typeName
    ;

tableParameter
    : name=anyName typeName (COMMENT stringValue)?
    | ASTERISK typeName
    ;

viewColumn
    : name=anyName (COMMENT stringValue)?
    ;

// A stream reads a table on from an offset.
streamStatement
    : CREATE STREAM ifNotExists? stream=qualifiedName ON TABLE table=qualifiedName
      tableVersion? streamProperties? (COMMENT stringValue)?                    #createStream
    | ALTER STREAM stream=qualifiedName (ON TABLE table=qualifiedName)?
      tableVersion? streamProperties? (COMMENT stringValue)?                    #alterStream
    | DROP STREAM ifExists? stream=qualifiedName                                #dropStream
    ;

streamProperties
    : STRMPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN
    ;

// What holds tables. RESTRICT and CASCADE are names, which the tree's builder looks at.
namespaceStatement
    : CREATE (PROJECT | SCHEMA) ifNotExists? name=qualifiedName (COMMENT stringValue)?  #createNamespace
    | DROP (PROJECT | SCHEMA) ifExists? name=qualifiedName behavior=identifier?         #dropNamespace
    ;

// EXPORT TABLE t alone is a rule of showStatement.
transferStatement
    : EXPORT (TABLE table=qualifiedName partitionSpec? | PROJECT project=identifier?)
      TO folder=stringValue                                                     #exportTo
    | IMPORT (TABLE table=qualifiedName? | PROJECT project=identifier?)
      FROM folder=stringValue                                                   #importFrom
    ;

alterView
    : ALTER VIEW view=qualifiedName
      ( RENAME TO name=anyName
      | SET? COMMENT stringValue
      | AS query
      | CHANGEOWNER TO owner=stringValue
      | SET TBLPROPERTIES LEFT_PAREN property (COMMA property)* RIGHT_PAREN
      | CHANGE COLUMN? column=anyName COMMENT stringValue
      )
    ;

dropView
    : DROP VIEW ifExists? view=qualifiedName
    ;

// ---- SQL: files outside of the home ----

loadStatement
    : LOAD (OVERWRITE | INTO) TABLE? table=qualifiedName partitionSpec? FROM storageClause+
    ;

unloadStatement
    : UNLOAD FROM (table=qualifiedName partitionSpec? | LEFT_PAREN query RIGHT_PAREN) INTO storageClause+
    ;

repairStatement
    : MSCK REPAIR? TABLE table=qualifiedName (ADD PARTITIONS)?
    ;

ifExists
    : IF EXISTS
    ;

ifNotExists
    : IF NOT EXISTS
    ;

// ---- client commands ----

setStatement
    : SET commandTail
    ;

unsetStatement
    : UNSET commandTail
    ;

variableStatement
    : (SETVAR | UNSETVAR) commandTail
    ;

aliasStatement
    : ALIAS commandTail
    ;

useStatement
    : USE SCHEMA? project=identifier (DOT schema=identifier)? (WITH MINUS_SIGN option=identifier)?
    ;

showStatement
    : SHOW (TABLES | VIEWS | MATERIALIZED VIEWS | EXTERNAL TABLES)
      inProject? likePattern?                                               #showTables
    | (SHOW | LIST | LS) PARTITIONS qualifiedName partitionSpec?            #showPartitions
    | SHOW CREATE TABLE qualifiedName                                       #showCreateTable
    | SHOW TBLPROPERTIES qualifiedName (LEFT_PAREN key=stringValue RIGHT_PAREN)?  #showProperties
    | SHOW word=identifier FUNCTIONS likePattern?                           #showBuiltins
    | SHOW COLUMNS (IN | FROM) qualifiedName inProject? likePattern?        #showColumns
    | (SHOW | LIST | LS) (FUNCTIONS | RESOURCES | PROJECTS | SCHEMAS | MODELS | SERVICES | STREAMS)
      inProject? likePattern?                                               #showNames
    | (SHOW | LIST | LS) OFFLINEMODELS inProject? (likePattern | prefix=identifier)?  #showOfflineModels
    | (SHOW | LIST | LS) (BUCKETS | ROLES | USERS) likePattern?                     #showStorage
    | SHOW (GRANTS | GRANT | ROLE GRANT | CURRENT ROLES) commandTail        #showGrants
    | SHOW (ACL | PRINCIPALS | SECURITYCONFIGURATION) commandTail           #showSecurity
    | SHOW HISTORY FOR
      (TABLES inProject? | SCHEMA schema=qualifiedName | TABLE table=qualifiedName (LEFT_PAREN property RIGHT_PAREN)? partitionSpec?)  #showHistory
    | SHOW RECYCLEBIN                                                       #showRecycleBin
    | SHOW FLAGS                                                            #showFlags
    | SHOW VARIABLES likePattern?                                           #showVariables
    | SHOW (P | PROC | INSTANCES) commandTail                               #showInstances
    | SHOW JOBS inProject? likePattern? (LIMIT limit=INTEGER_VALUE)?        #showJobs
    | TOP (INSTANCE | INSTANCES) commandTail                                #topInstances
    | EXPORT TABLE qualifiedName                                            #exportTable
    | WHOAMI                                                                #showOwner
    ;

inProject
    : (IN | FROM) SCHEMA? project=identifier (DOT schema=identifier)?
    | MINUS_SIGN P project=identifier
    ;

likePattern
    : LIKE (stringValue | identifier)
    | stringValue
    ;

describeStatement
    : (DESC | DESCRIBE) (RESOURCE | INSTANCE | PROJECT | SCHEMA | MODEL | OFFLINEMODEL | SERVICE | STREAM
      | ROLE) commandWords                                                          #describeThing
    | (DESC | DESCRIBE) FUNCTION EXTENDED? qualifiedName                    #describeFunction
    | (DESC | DESCRIBE) EXTENDED? VARIABLE                                  #describeVariable
    | (DESC | DESCRIBE) EXTENDED? TABLE? qualifiedName partitionSpec?       #describeTable
    ;

addResource
    : ADD (FILE | ARCHIVE | PY | JAR | VOLUMEFILE | VOLUMEARCHIVE) commandTail  #addFile
    | ADD TABLE table=qualifiedName partitionSpec? (AS alias=identifier)?
      (COMMENT stringValue)? (MINUS_SIGN flag=identifier)?                  #addTable
    ;

dropResource
    : DROP RESOURCE commandTail
    ;

getResource
    : GET RESOURCE commandTail
    ;

bucketStatement
    : (CREATE | DROP) BUCKET commandTail
    ;

roleStatement
    : (CREATE | DROP) ROLE commandTail
    ;

modelStatement
    : (CREATE | ALTER | DROP) MODEL commandTail
    | (CREATE | READ | COPY | DROP) OFFLINEMODEL commandTail
    ;

serviceStatement
    : (DEPLOY | ALTER | DROP | START | STOP | RELEASE | SWITCH | ROLLBACK) SERVICE commandTail
    ;

grantStatement
    : (GRANT | REVOKE) commandTail
    ;

userStatement
    : (ADD | REMOVE) USER commandTail
    | PURGE PRIVS commandTail
    ;

policyStatement
    : (GET | PUT | DELETE) POLICY commandTail
    ;

ossStatement
    : OSS commandTail
    ;

volumeStatement
    : FS commandTail
    | (CREATE | DROP) VOLUME commandTail
    | (DESC | DESCRIBE) VOLUME commandWords
    | (SHOW | LIST | LS) VOLUMES
    ;

tunnelStatement
    : TUNNEL commandTail
    ;

jobCommand
    : (WAIT | STATUS | KILL | LOG | RERUN) commandTail
    ;

helpStatement
    : (HELP | H) commandTail
    ;

quitStatement
    : QUIT | Q | EXIT
    ;

// Words of a command line. Which tokens make one word, the blanks between them decide
// (src/syntax/lexer/words.cpp), so that file paths, URLs and -options need no rules of their own.
commandTail
    : anyToken*
    ;

commandWords
    : anyToken+
    ;

anyToken
    : ~SEMICOLON
    ;

// ---- PAI ----

paiStatement
    : PAI commandTail
    ;

// ---- queries ----
// ORDER BY and LIMIT may follow each SELECT of a set operation. Those after the last one are those
// of the whole, which the tree builder sees to: a rule for them there would be ambiguous.

query
    : withClause? queryNoWith
    ;

withClause
    : WITH RECURSIVE? commonTableExpression (COMMA commonTableExpression)*
    ;

commonTableExpression
    : name=anyName nameList? AS LEFT_PAREN query RIGHT_PAREN
    ;

queryNoWith
    : queryTerm
    ;

queryTerm
    : queryPrimary                                                                  #queryAtom
    | left=queryTerm op=INTERSECT setQuantifier? right=queryTerm                    #setOperation
    | left=queryTerm op=(UNION | EXCEPT | MINUS) setQuantifier? right=queryTerm     #setOperation
    ;

queryPrimary
    : selectHead (fromClause | lateralView+)?
      selectClauses queryTail                           #selectFirst
    | fromClause selectClauses selectNoFrom queryTail   #fromFirst
    | LEFT_PAREN query RIGHT_PAREN queryTail            #nestedQuery
    | valuesClause queryTail                            #valuesQuery
    ;

selectNoFrom
    : selectHead lateralView* selectClauses
    ;

selectHead
    : SELECT setQuantifier? selectList
    | (SELECT TRANSFORM LEFT_PAREN selectList RIGHT_PAREN | (MAP | REDUCE) selectList) transformScript
    ;

transformScript
    : inputFormat=rowFormat? USING command=stringValue
      (RESOURCES resource+=stringValue (COMMA resource+=stringValue)*)?
      (AS transformColumns)? outputFormat=rowFormat?
    ;

rowFormat
    : ROW FORMAT DELIMITED
      (FIELDS TERMINATED BY fields=stringValue (ESCAPED BY escape=stringValue)?)?
      (LINES (TERMINATED | SEPARATED) BY lines=stringValue)?
      (NULL_ DEFINED AS nullText=stringValue)?
    ;

transformColumns
    : LEFT_PAREN transformColumn (COMMA transformColumn)* RIGHT_PAREN
    | transformColumn (COMMA transformColumn)*
    ;

transformColumn
    : name=identifier (COLON? typeName)?
    ;

setQuantifier
    : ALL | DISTINCT
    ;

selectList
    : selectItem (COMMA selectItem)*
    ;

selectItem
    : ASTERISK starExcept? starReplace?                         #selectAll
    | qualifiedName DOT ASTERISK starExcept? starReplace?       #selectAllOf
    | expression selectAlias?                                   #selectExpression
    ;

starExcept
    : EXCEPT nameList
    ;

starReplace
    : REPLACE LEFT_PAREN starReplacement (COMMA starReplacement)* RIGHT_PAREN
    ;

starReplacement
    : expression AS? identifier
    ;

// A text in double quotes is an alias, which the tree builder sees to.
selectAlias
    : AS anyName
    | AS nameList
    | aliasName
    | AS? STRING_VALUE
    | QUALIFY
    ;

selectClauses
    : whereClause? groupByClause? havingClause? windowClause? qualifyClause?
    ;

whereClause
    : WHERE expression
    ;

groupByClause
    : GROUP BY groupingItem (COMMA groupingItem)* (trailing=groupingSets | WITH (CUBE | ROLLUP))?
    ;

groupingItem
    : groupingSets  #groupBySets
    | groupingCube  #groupByCube
    | expression    #groupByExpression
    ;

groupingSets
    : GROUPING SETS LEFT_PAREN groupingElement (COMMA groupingElement)* RIGHT_PAREN
    ;

groupingElement
    : groupingSets
    | groupingCube
    | groupingSet
    ;

groupingCube
    : (CUBE | ROLLUP) LEFT_PAREN groupingSet (COMMA groupingSet)* RIGHT_PAREN
    ;

groupingSet
    : LEFT_PAREN (expression (COMMA expression)*)? RIGHT_PAREN
    | expression
    ;

havingClause
    : HAVING expression
    ;

windowClause
    : WINDOW namedWindow (COMMA namedWindow)*
    ;

namedWindow
    : name=identifier AS LEFT_PAREN windowSpecification RIGHT_PAREN
    ;

qualifyClause
    : QUALIFY expression
    ;

queryTail
    : tailClause* limitClause?
    ;

tailClause
    : ORDER BY sortList                             #orderBy
    | DISTRIBUTE BY expression (COMMA expression)*  #distributeBy
    | SORT BY sortList                              #sortBy
    | CLUSTER BY expression (COMMA expression)*     #clusterBy
    ;

// (a) is an expression, (a DESC, b) a list.
sortList
    : sortItem (COMMA sortItem)*
    | LEFT_PAREN sortItem (COMMA sortItem)* RIGHT_PAREN
    ;

sortItem
    : expression ordering=(ASC | DESC)? (NULLS nulls=(FIRST | LAST))?
    ;

limitClause
    : LIMIT count=limitValue (OFFSET offset=limitValue)?    #limitOffset
    | LIMIT offset=limitValue COMMA count=limitValue        #offsetLimit
    ;

limitValue
    : INTEGER_VALUE
    | VARIABLE
    | left=limitValue op=(ASTERISK | DIV | PERCENT) right=limitValue
    | left=limitValue op=(PLUS | MINUS_SIGN) right=limitValue
    ;

valuesClause
    : VALUES valuesRow (COMMA valuesRow)*
    ;

valuesRow
    : LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN
    ;

// ---- relations ----

fromClause
    : FROM relation (COMMA relation)*
    ;

relation
    : relationPrimary relationSuffix*
    ;

relationPrimary
    : qualifiedName tableVersion? tableSample? relationAlias? tableSample?  #tableRelation
    | VARIABLE relationAlias?                                       #variableRelation
    | DOT LAST relationAlias?                                       #lastResultRelation
    | LEFT_PAREN query RIGHT_PAREN
      tableSample? relationAlias? tableSample?                      #subqueryRelation
    | LEFT_PAREN relation RIGHT_PAREN                               #nestedRelation
    | valuesClause relationAlias?                                   #valuesRelation
    | functionName LEFT_PAREN (expression (COMMA expression)*)? RIGHT_PAREN relationAlias?
                                                                    #functionRelation
    ;

relationSuffix
    : NATURAL? joinType JOIN right=relationPrimary joinCondition?                   #joinSuffix
    | lateralView                                                                   #lateralViewSuffix
    | PIVOT LEFT_PAREN pivotAggregate (COMMA pivotAggregate)*
      FOR pivotColumns IN LEFT_PAREN pivotItem (COMMA pivotItem)* RIGHT_PAREN
      RIGHT_PAREN relationAlias?                                                    #pivotSuffix
    | UNPIVOT ((INCLUDE | EXCLUDE) NULLS)? LEFT_PAREN unpivotNames FOR name=anyName
      IN LEFT_PAREN unpivotItem (COMMA unpivotItem)* RIGHT_PAREN
      RIGHT_PAREN relationAlias?                                                    #unpivotSuffix
    ;

lateralView
    : LATERAL VIEW OUTER? functionCall
      ( (tableName=aliasName | quoted=STRING_VALUE)? AS anyName (COMMA anyName)*
      | tableName=aliasName )?
    ;

joinType
    : INNER?
    | CROSS
    | (LEFT | RIGHT | FULL) OUTER?
    | LEFT (SEMI | ANTI)
    ;

joinCondition
    : ON expression
    | USING nameList
    ;

// VERSION or TIMESTAMP, and OF: the tree builder looks them up.
tableVersion
    : word=IDENTIFIER AS of=IDENTIFIER at=valueExpression                   #versionAsOf
    | word=IDENTIFIER BETWEEN from=valueExpression AND to=valueExpression   #versionBetween
    ;

relationAlias
    : AS anyName nameList?
    | aliasName nameList?
    | AS? STRING_VALUE
    ;

tableSample
    : TABLESAMPLE LEFT_PAREN sampleSize RIGHT_PAREN
    ;

// The words PERCENT, ROWS, BUCKET, OUT and OF are looked up by the tree builder.
sampleSize
    : amount=valueExpression unit=identifier                                    #sampleOfSize
    | word=identifier bucket=valueExpression out=identifier of=identifier
      buckets=valueExpression (ON expression (COMMA expression)*)?              #sampleOfBuckets
    ;

pivotAggregate
    : expression (AS anyName | aliasName)?
    ;

pivotColumns
    : qualifiedName
    | LEFT_PAREN qualifiedName (COMMA qualifiedName)* RIGHT_PAREN
    ;

pivotItem
    : (LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN | expression)
      (AS anyName | aliasName)?
    ;

unpivotNames
    : anyName
    | nameList
    ;

unpivotItem
    : pivotColumns (AS anyName | aliasName)?
    ;

// ---- expressions ----
// Two left-recursive rules, because the AND of BETWEEN must not be taken for the operator.

expression
    : NOT expression                                #logicalNot
    | valueExpression predicate*                    #predicated
    | left=expression op=AND right=expression       #logicalBinary
    | left=expression op=OR right=expression        #logicalBinary
    | lambdaParameters ARROW body=expression        #lambda
    | FUNCTION LEFT_PAREN lambdaParameter (COMMA lambdaParameter)* RIGHT_PAREN
      (given=identifier typeName)? AS body=expression  #functionLambda
    ;

lambdaParameters
    : lambdaName
    | LEFT_PAREN lambdaParameter (COMMA lambdaParameter)* RIGHT_PAREN
    ;

lambdaParameter
    : lambdaName typeName?
    ;

lambdaName
    : identifier
    | VARIABLE
    ;

predicate
    : op=(EQ | NULL_SAFE_EQ | NEQ | LT | LTE | GT | GTE) right=valueExpression         #comparison
    | NOT? BETWEEN low=valueExpression AND high=valueExpression                        #between
    | NOT? IN LEFT_PAREN query RIGHT_PAREN                                             #inSubquery
    | NOT? IN LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN                    #inList
    | NOT? LIKE quantifier=(ANY | ALL) LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN  #likeList
    | NOT? op=(LIKE | RLIKE | REGEXP) pattern=valueExpression
      (ESCAPE escape=valueExpression)?                                                 #like
    | IS NOT? what=(NULL_ | TRUE | FALSE)                                              #isPredicate
    | IS NOT? DISTINCT FROM right=valueExpression                                      #distinctFrom
    ;

valueExpression
    : primary                                                                       #atom
    | op=(MINUS_SIGN | PLUS | TILDE) valueExpression                                #unary
    | left=valueExpression op=CARET right=valueExpression                           #binary
    | left=valueExpression op=(ASTERISK | SLASH | PERCENT | DIV)
      right=valueExpression                                                         #binary
    | left=valueExpression op=(PLUS | MINUS_SIGN) right=valueExpression             #binary
    | left=valueExpression op=CONCAT right=valueExpression                          #binary
    | left=valueExpression op=AMPERSAND right=valueExpression                       #binary
    | left=valueExpression op=PIPE right=valueExpression                            #binary
    ;

primary
    : literal                                                                       #constant
    | type=IDENTIFIER stringValue                                                   #typedLiteral
    | INTERVAL sign=(PLUS | MINUS_SIGN)? amount=primary from=identifier
      (TO to=identifier)?                                                           #interval
    | CASE operand=expression? whenClause+ (ELSE otherwise=expression)? END         #caseExpression
    | CAST LEFT_PAREN expression AS typeName RIGHT_PAREN                            #cast
    | EXISTS LEFT_PAREN query RIGHT_PAREN                                           #exists
    | functionCall                                                                  #call
    | LEFT_PAREN query RIGHT_PAREN                                                  #scalarSubquery
    | LEFT_PAREN expression (COMMA expression)* RIGHT_PAREN                         #parenthesized
    | anyName                                                                       #column
    | VARIABLE LEFT_PAREN (expression (COMMA expression)*)? RIGHT_PAREN             #variableCall
    | VARIABLE                                                                      #variable
    | value=primary LEFT_BRACKET index=valueExpression RIGHT_BRACKET                #subscript
    | value=primary DOT field=anyName                                               #field
    ;

literal
    : NULL_                 #nullLiteral
    | (TRUE | FALSE)        #booleanLiteral
    | INTEGER_VALUE         #integerLiteral
    | NUMBER_VALUE          #numberLiteral
    | stringValue           #stringLiteral
    | BINARY_VALUE          #binaryLiteral
    ;

stringValue
    : STRING_VALUE+
    ;

whenClause
    : WHEN condition=expression THEN result=expression
    ;

// EXTRACT(unit FROM x), TRIM(BOTH c FROM x) and SUBSTRING(x FROM n FOR m) share the rule of all
// calls; the tree builder knows which functions may have them.
functionCall
    : functionName LEFT_PAREN callArguments RIGHT_PAREN
      (WITHIN GROUP LEFT_PAREN ORDER BY sortItem (COMMA sortItem)* RIGHT_PAREN)?
      (FILTER LEFT_PAREN WHERE filter=expression RIGHT_PAREN)?
      (outerNulls=(IGNORE | RESPECT) NULLS)?
      overClause?
    ;

functionName
    : identifier (DOT anyName)*
    | identifier COLON anyName
    | LEFT
    | RIGHT
    ;

callArguments
    : setQuantifier? ASTERISK
    | setQuantifier? side=(BOTH | LEADING | TRAILING)? (callArgument (COMMA callArgument)*)?
      (FROM source=expression (FOR length=expression)?)?
      (innerNulls=(IGNORE | RESPECT) NULLS)?
    ;

// STRUCT(a AS x) names its fields; the tree builder refuses AS elsewhere.
callArgument
    : expression (AS field=identifier)?
    | qualifiedName DOT ASTERISK
    ;

overClause
    : OVER (aliasName | LEFT_PAREN windowSpecification RIGHT_PAREN)
    ;

windowSpecification
    : base=aliasName?
      ( ((PARTITION | DISTRIBUTE) BY expression (COMMA expression)*)?
        ((ORDER | SORT) BY sortItem (COMMA sortItem)*)?
      | CLUSTER BY clustered+=expression (COMMA clustered+=expression)*
      )
      windowFrame?
    ;

windowFrame
    : unit=(ROWS | RANGE | GROUPS)
      (from=frameBound | BETWEEN from=frameBound AND to=frameBound)
      (EXCLUDE frameExclusion)?
    ;

frameBound
    : UNBOUNDED direction=(PRECEDING | FOLLOWING)
    | CURRENT ROW
    | valueExpression direction=(PRECEDING | FOLLOWING)
    ;

frameExclusion
    : CURRENT ROW
    | GROUP
    | TIES
    | NO OTHERS
    ;

typeName
    : name=identifier
      ( LT typeArgument (COMMA typeArgument)* GT
      | LEFT_PAREN (element=identifier COMMA)? INTEGER_VALUE (COMMA INTEGER_VALUE)* RIGHT_PAREN
      )?
    | INTERVAL
    ;

typeArgument
    : (field=anyName COLON)? typeName (COMMENT stringValue)?
    ;

// ---- names ----

qualifiedName
    : anyName (DOT anyName)*
    ;

nameList
    : LEFT_PAREN anyName (COMMA anyName)* RIGHT_PAREN
    ;

// Where only a name can stand.
anyName
    : identifier
    | nameOnly
    ;

identifier
    : aliasName
    | afterAsOnly
    ;

// A name that may stand as an alias without AS.
aliasName
    : IDENTIFIER
    | BACKQUOTED
    | nonReserved
    ;

// Words that are names, but begin a clause where an alias without AS could stand.
afterAsOnly
    : ANTI | ASC | CLUSTER | DESC | DISTRIBUTE | ESCAPE | EXCLUDE | FILTER | GROUPS | IGNORE
    | MAP | NATURAL | OFFSET | OVER | PARTITION | PIVOT | QUALIFY | RANGE | REDUCE | RESPECT | ROWS
    | SEMI | SORT | TABLESAMPLE | UNPIVOT | WINDOW | WITHIN | ZORDER
    ;

// Words that are names where nothing else can stand, and neither an alias without AS nor the name of
// a function: what the platform's own grammar takes for names, and CROSS.
nameOnly
    : ALTER | BETWEEN | BOTH | BY | CREATE | CROSS | CUBE | DROP | EXCEPT | FOR | FULL | GROUP | IN
    | INNER | INSERT | INTERSECT | INTERVAL | INTO | IS | LEADING | LEFT | LIKE | LIMIT | MINUS
    | ORDER | OUTER | OVERWRITE | REGEXP | RIGHT | RLIKE | ROLLUP | TRAILING | UNION | USING
    ;

// NON-RESERVED-BEGIN: every keyword that is neither here nor in afterAsOnly nor in nameOnly is
// reserved.
nonReserved
    : ACL | ADD | AFTER | ALIAS | ANALYZE | ANY | ARCHIVE | AUTO | BEFORE | BEGIN | BUCKET | BUCKETS | CACHE | CHANGE
    | CHANGEOWNER | CLONE | CLUSTERED
    | COLUMN | COLUMNS | COMMENT | COMPACT | CURRENT | DEFAULT | DEFINED | DELETE | DELIMITED | DEPLOY | DESCRIBE
    | DISABLE | ENABLE | ESCAPED | EXCHANGE | EXIT | EXPLAIN | EXTENDED | EXTERNAL | FIELDS | FILE | FIRST | FLAGS
    | FOLLOWING | FORMAT | FUNCTION | FUNCTIONS | GET | GRANT | GRANTS | GROUPING | H | HELP | HISTORY
    | IF | INCLUDE | INSTANCE | INSTANCES | JAR | JOBS | KEY | KILL | LAST | LIFECYCLE | LINES
    | LIST | LOAD | LOCATION | LOG | LOOP | LS | LSN | MACRO | MERGE | MODEL | MODELS | MSCK | NO | NULLS | OSS | OTHERS | P | PAI | PARTITIONED
    | PARTITIONS | PRECEDING | PRIMARY | PROC | PROJECT | PROJECTS | PURGE | PY | Q | QUIT | RECURSIVE | RECYCLEBIN
    | RELEASE | RELOAD | RENAME | REPAIR | REPLACE | RERUN | RESOURCE | RESOURCES | RESTORE | REVOKE | ROLE | ROLES | ROLLBACK
    | ROW | SCHEMA | SCHEMAS | SEPARATED | SERDE | SERDEPROPERTIES | SERVICE | SERVICES | SET | SETS | SETVAR | SHOW | SORTED
    | START | STATUS | STOP
    | STORED | STREAM | STREAMS | STRMPROPERTIES | SUMMARIZE | SWITCH | TABLES
    | TBLPROPERTIES | TEMPORARY | TERMINATED | TIES | TO | TOUCH | TRANSFORM | TRUNCATE | TUNNEL
    | UNBOUNDED | UNDROP | UNLOAD | UNSET | UNSETVAR | UPDATE | USE | VARIABLES | VIEW | VIEWS | WAIT | WRITE
    | COPY | COST | READ | EXPORT | IMPORT | OFFLINEMODEL | OFFLINEMODELS | POLICY | PRINCIPALS | PRIVS | PUT | REMOVE
    | SECURITYCONFIGURATION | SQL | TOP | USER | USERS | WHOAMI
    | FS | VOLUME | VOLUMEARCHIVE | VOLUMEFILE | VOLUMES
    | BUILD | DEFERRED | MATERIALIZED | REBUILD | REWRITE
    ;
// NON-RESERVED-END
