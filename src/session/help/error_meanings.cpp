// When each error code comes.

#include "session/help/topic.h"

namespace paisql::session {

namespace {

constexpr ErrorMeaning kMeanings[] = {
    {ErrorCode::kMetadata,
     "the catalog's database gives an unexpected answer, or tables change faster than a query can "
     "pin them"},
    {ErrorCode::kAuthorization,
     "a role that a PAI statement names does not exist, or may not use the bucket"},
    {ErrorCode::kInvalidCommand,
     "a client command, a setting, TUNNEL or PAI gets a value or option that it does not take"},
    {ErrorCode::kInvalidObjectType,
     "the statement needs a table and names a view, or the other way round"},
    {ErrorCode::kInvalidMetaOperation,
     "a resource exists already; a table has changed under a writer"},
    {ErrorCode::kDdlFailed,
     "DEPLOY, ALTER or START SERVICE: the new version does not become ready, so nothing changes"},
    {ErrorCode::kInstanceCancelled, "Ctrl-C"},
    {ErrorCode::kInvalidRegex,
     "RLIKE, SPLIT and REGEXP functions, while rows are computed: a malformed or empty pattern, or "
     "one that backtracks too long"},
    {ErrorCode::kRuntimeCast, "never: types are checked before anything runs"},
    {ErrorCode::kRuntimeArguments,
     "arguments out of a function's range, and texts that are not times in CAST, while rows are "
     "computed; many of them in strict mode only"},
    {ErrorCode::kConstantExpected, "a function's argument must be a constant"},
    {ErrorCode::kUnsupported, "something that is not offered; the message names it"},
    {ErrorCode::kOutOfMemory, "memory or space for spilling does not suffice"},
    {ErrorCode::kDataOverflow,
     "in strict mode a number leaves its type, or is divided by 0; the result of an aggregate "
     "leaves its type"},
    {ErrorCode::kFileOperation, "a file of oss:// that PAI names cannot be used"},
    {ErrorCode::kPartition,
     "a partition's value is not allowed, a partition exists already, too many of them"},
    {ErrorCode::kScript, "the program of SELECT TRANSFORM, or a function in Python, fails"},
    {ErrorCode::kInvalidDatetime, "a DATE, DATETIME or TIMESTAMP literal is not a date"},
    {ErrorCode::kIllegalCast,
     "a value does not convert, while rows are computed; a dirty text in strict mode only"},
    {ErrorCode::kJobKilled, "KILL ended the job that was followed"},
    {ErrorCode::kDatetimeFormat, "never: TO_DATE gives ODPS-0121095 with the same words"},
    {ErrorCode::kMapJoin, "a MAPJOIN hint names the side that the join cannot hold in memory"},
    {CodeOf("ODPS-0123131"), "a function in Java raises an exception"},
    {CodeOf("ODPS-0123144"), "a function in Python or Java takes too much time or memory"},
    {CodeOf("ODPS-0130013"), "the user of `--user` lacks a permission"},
    {ErrorCode::kIo, "a file cannot be read or written"},
    {ErrorCode::kInvalidTable, "a view where a table must stand, a view of itself"},
    {ErrorCode::kSemantic,
     "names of columns and functions, no overload for these arguments, clauses that do not go "
     "together, types in INSERT, full scans, ORDER BY without LIMIT, UPDATE, DELETE and MERGE, "
     "EXPLAIN of DDL"},
    {ErrorCode::kSubqueryRows, "a subquery used as a value gives several rows"},
    {ErrorCode::kInvalidArgumentType,
     "no operator or comparison for these types, an argument that is not a collection where one is "
     "expected"},
    {ErrorCode::kTableNotFound, "a table or view is not there"},
    {ErrorCode::kIllegalImplicitCast,
     "branches of CASE, rows of VALUES without a common type; a CAST that no value survives"},
    {ErrorCode::kIllegalDataType, "a type's name, precision, scale or length"},
    {ErrorCode::kParse,
     "the text is not a statement; also full-width punctuation and bytes that are not UTF-8, each "
     "at "
     "its place"},
    {ErrorCode::kWindow, "OVER, its parts and its places"},
    {ErrorCode::kInvalidColumn,
     "columns of ALTER TABLE; a file of Parquet or ORC without columns of the table"},
    {ErrorCode::kTableExists, "CREATE, RENAME"},
    {ErrorCode::kArgumentCount, "a function's arguments"},
    {ErrorCode::kIllegalUnion, "UNION, INTERSECT, EXCEPT: number or types of columns"},
    {ErrorCode::kCartesianProduct, "a join without an equality between its sides"},
    {ErrorCode::kPartitionNotFound,
     "a partition that is named is not there; `max_pt` of a table without data"},
    {ErrorCode::kExtractType, "EXTRACT of a value that is not a time"},
    {CodeOf("ODPS-0420095"), "the user of `--user` is not one of the project's"},
    {ErrorCode::kProjectNotFound, "a project is not there"},
    {ErrorCode::kResourceNotFound, "a resource or a service is not there"},
    {ErrorCode::kJobFailed, "a training job failed"},
    {ErrorCode::kJobNotFound, "a job is not there"},
    {ErrorCode::kModelNotFound, "a model, one of its versions or an export is not there"},
    {ErrorCode::kAlgorithmNotFound, "an algorithm of PAI is not there"},
    {CodeOf("ODPS-1850001"),
     "a client has asked for query acceleration of version 1, and then runs its query as SQL"},
    {ErrorCode::kTunnel, "records of an upload do not fit"},
    {ErrorCode::kEnvironment, "the home, the disk, Python or the engine's library"},
    {ErrorCode::kUnknownOutcome,
     "the disk failed while a change was made durable, so its outcome is unknown"},
    {ErrorCode::kDamaged,
     "a data file or the catalog differs from what was written, or a folder leads out of the home; "
     "only `paisql verify` checks the bytes of resources"},
    {ErrorCode::kModel,
     "an exported model is damaged, or needs something that this TensorFlow does not have"},
};

}  // namespace

std::span<const ErrorMeaning> ErrorMeanings() { return kMeanings; }

}  // namespace paisql::session
