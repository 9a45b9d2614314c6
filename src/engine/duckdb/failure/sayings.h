#pragma once

// Tables from error messages of DuckDB and the system to ours, for error_words.cpp alone.

#include <string_view>

#include "engine/duckdb/failure/errors.h"

namespace paisql::engine {

// How a message of DuckDB begins, `{}` being anything, and what stands for it here: $1 is what the
// first {} was, #1 the name that the type in it has for a user, @1 the value of a partition by
// its folder. The first that fits counts. "" for `words` means the message itself, which is RE2's.
struct Saying {
  std::string_view pattern;
  ErrorCode code;
  std::string_view words;
  std::string_view hint = "";
  // The origin where the words do not name one: kCast, kSubquery or the name of an operator. It
  // may also be inside any function, since functions are made of the engine's operators.
  std::string_view origin = "";
};

inline constexpr std::string_view kCast = "cast";
inline constexpr std::string_view kSubquery = "subquery";

inline constexpr std::string_view kMemoryHint =
    "let it use more memory (paisql.memory_limit) or fewer threads (paisql.threads), or free space "
    "where it spills";
inline constexpr std::string_view kDiskHint =
    "free space on the disk that holds the home, then run it again";
inline constexpr std::string_view kFilesHint =
    "allow more open files (ulimit -n), or write fewer partitions in one statement";
inline constexpr std::string_view kSplitHint = "split the expression into several columns";
inline constexpr std::string_view kNoDisk = "no space is left on the disk";
inline constexpr std::string_view kNoMemory = "the statement needs more memory than it may use";
inline constexpr std::string_view kUnfit = "value $2 does not fit into #3";
inline constexpr std::string_view kDates = "a date or time lies outside of the years 1 to 9999";

// The system's own errors, which end a message after the file's name.
inline constexpr Saying kSystemSayings[] = {
    {"No space left on device", ErrorCode::kEnvironment, kNoDisk, kDiskHint},
    {"Disk quota exceeded", ErrorCode::kEnvironment, kNoDisk, kDiskHint},
    {"Too many open files", ErrorCode::kEnvironment,
     "the program has as many files open as the system allows", kFilesHint},
    {"File too large", ErrorCode::kEnvironment, "a file would be larger than the system allows",
     "allow larger files (ulimit -f)"},
    {"Resource temporarily unavailable", ErrorCode::kEnvironment,
     "the system starts no further thread for the program",
     "allow more of them (ulimit -u), or SET paisql.threads to fewer"},
};

inline constexpr Saying kFullOfFiles = {
    "Cannot open file \"{}/write-{}={}\": Too many open files", ErrorCode::kEnvironment,
    "the program has as many files open as the system allows, at partition value '@3'", kFilesHint};

inline constexpr Saying kSayings[] = {
    {"Requested allocation size of", ErrorCode::kOutOfMemory, kNoMemory, kMemoryHint},
    {"More than one row returned by a subquery", ErrorCode::kSubqueryRows,
     "Data Set should contains exactly one row", "aggregate the subquery or limit it to one row",
     kSubquery},
    {"Unknown TimeZone", ErrorCode::kRuntimeArguments, "the time zone is not known",
     "write a name such as Asia/Shanghai, or an offset such as +8"},
    {"Max expression depth limit", ErrorCode::kSemantic, "an expression nests too deep",
     kSplitHint},
    {"memory exhausted", ErrorCode::kSemantic, "an expression is too long", kSplitHint},
    {"cannot perform non-inner join on subquery", ErrorCode::kUnsupported,
     "a subquery stands in ON of an outer join",
     "move the subquery from ON into WHERE or into a joined subquery"},

    // Regular expressions: the words are those that patterns are known by everywhere.
    {"Pattern failed to parse, error: '{}'", ErrorCode::kInvalidRegex, "$1"},
    {"missing )", ErrorCode::kInvalidRegex, ""},
    {"missing ]", ErrorCode::kInvalidRegex, ""},
    {"no argument for repetition operator", ErrorCode::kInvalidRegex, ""},
    {"invalid escape sequence", ErrorCode::kInvalidRegex, ""},
    {"invalid perl operator", ErrorCode::kInvalidRegex, "", "look-around is not supported"},
    {"invalid character class", ErrorCode::kInvalidRegex, ""},
    {"bad repetition operator", ErrorCode::kInvalidRegex, ""},
    {"bad repeat count", ErrorCode::kInvalidRegex, ""},
    {"invalid repetition size", ErrorCode::kInvalidRegex, ""},
    {"unexpected )", ErrorCode::kInvalidRegex, ""},
    {"trailing \\", ErrorCode::kInvalidRegex, ""},
    {"invalid UTF-8", ErrorCode::kInvalidRegex, ""},
    {"invalid named capture group", ErrorCode::kInvalidRegex, ""},
    {"pattern too large", ErrorCode::kInvalidRegex, "the pattern is too large"},

    {"Failure in decode: could not convert blob", ErrorCode::kIllegalCast,
     "in function cast, the BINARY is not UTF-8 text", "use HEX or BASE64"},
    {"Type {} with value {} can't be cast because the value is out of range for the destination "
     "type {}",
     ErrorCode::kDataOverflow, kUnfit, "", kCast},
    {"Type {} with value {} can't be cast to the destination type {}", ErrorCode::kIllegalCast,
     "value $2 cannot be casted from #1 to #3", "", kCast},
    {"Could not convert string '{}' to {}", ErrorCode::kIllegalCast,
     "value '$1' cannot be casted from STRING to #2", "", kCast},
    {"Could not convert string \"{}\" to {}", ErrorCode::kIllegalCast,
     "value '$1' cannot be casted from STRING to #2", "", kCast},
    {"Could not cast value {} to {}", ErrorCode::kDataOverflow, "value $1 does not fit into #2", "",
     kCast},
    {"Casting value \"{}\" to type {} failed", ErrorCode::kDataOverflow,
     "value $1 does not fit into #2", "", kCast},
    {"Failed to cast decimal value {} to type {}", ErrorCode::kDataOverflow,
     "value $1 does not fit into #2", "", kCast},
    {"Unimplemented type for cast ({} -> {})", ErrorCode::kUnsupported, "a CAST from #1 to #2"},
    {"invalid date field format: \"{}\",", ErrorCode::kIllegalCast, "value '$1' is not a DATE", "",
     kCast},
    {"invalid timestamp field format: \"{}\",", ErrorCode::kIllegalCast,
     "value '$1' is not a DATETIME", "", kCast},
    {"date field value out of range: \"{}\"", ErrorCode::kDataOverflow, "value '$1' is not a DATE",
     "", kCast},
    {"timestamp field value out of range: \"{}\"", ErrorCode::kDataOverflow,
     "value '$1' is not a DATETIME", "", kCast},
    {"Epoch seconds out of range", ErrorCode::kIllegalCast,
     "the number of seconds is outside of the range of DATETIME"},
    {"Could not convert Timestamp(", ErrorCode::kDataOverflow, kDates},
    {"Like pattern must not end with escape character", ErrorCode::kRuntimeArguments,
     "in operator like, the pattern ends with its escape character"},
    {"Date out of range", ErrorCode::kDataOverflow, kDates},
    {"Timestamp out of range", ErrorCode::kDataOverflow, kDates},
    {"date overflows timestamp range", ErrorCode::kDataOverflow, kDates},
    {"Overflow in timestamp", ErrorCode::kDataOverflow, kDates},
    {"Overflow in INTERVAL", ErrorCode::kDataOverflow, "an INTERVAL is too long"},
    {"Overflow in multiplication of INTERVAL", ErrorCode::kDataOverflow, "an INTERVAL is too long"},
    {"Interval {} out of range", ErrorCode::kDataOverflow, "an INTERVAL is too long"},
    {"Overflow in addition of {} ({} + {})", ErrorCode::kDataOverflow,
     "Overflow in addition of #1 ($2 + $3)!", "", "+"},
    {"Overflow in subtraction of {} ({} - {})", ErrorCode::kDataOverflow,
     "Overflow in subtraction of #1 ($2 - $3)!", "", "-"},
    {"Overflow in subtract of {} ({} - {})", ErrorCode::kDataOverflow,
     "Overflow in subtraction of #1 ($2 - $3)!", "", "-"},
    {"Overflow in multiplication of {} ({} * {})", ErrorCode::kDataOverflow,
     "Overflow in multiplication of #1 ($2 * $3)!", "", "*"},
    {"Overflow in HUGEINT addition: {}", ErrorCode::kDataOverflow, "Overflow in addition ($1)", "",
     "+"},
    {"Overflow in HUGEINT multiplication: {}", ErrorCode::kDataOverflow,
     "Overflow in multiplication ($1)", "", "*"},
    {"Overflow in negation", ErrorCode::kDataOverflow, "Overflow in negation of a number", "",
     "negate"},
    {"Overflow on abs({})", ErrorCode::kDataOverflow, "in function abs, $1 has no positive"},
    {"Overflow in division of {} / {}", ErrorCode::kDataOverflow,
     "Overflow in division of $1 by $2"},
    {"Overflow in left shift ({})", ErrorCode::kDataOverflow,
     "Overflow in a shift to the left ($1)"},

    {"Argument for ntile", ErrorCode::kRuntimeArguments,
     "in function ntile, the number of buckets is not greater than 0"},
    {"QUANTILE can only take parameters", ErrorCode::kRuntimeArguments,
     "in function percentile, the percentage is not between 0 and 1"},
    {"QUANTILE argument must not be NULL", ErrorCode::kRuntimeArguments,
     "in function percentile, the percentage is NULL"},
    {"QUANTILE parameter cannot be NULL", ErrorCode::kRuntimeArguments,
     "in function percentile, the percentage is NULL"},
    {"zero-length delimited identifier", ErrorCode::kRuntimeArguments,
     "the name of a field is empty"},
    {"Substring offset outside of supported range", ErrorCode::kRuntimeArguments,
     "in function substr, the position is too large"},
    {"Substring length outside of supported range", ErrorCode::kRuntimeArguments,
     "in function substr, the length is too large"},
    {"Lists larger than", ErrorCode::kRuntimeArguments, "an ARRAY would have too many elements"},
    {"Group index must be between", ErrorCode::kRuntimeArguments,
     "the number of a group of a regular expression is not between 0 and 9"},
    {"Failed to parse format specifier", ErrorCode::kRuntimeArguments,
     "the format of a time is empty or not known"},
    {"input value {} is out of range for numeric function", ErrorCode::kRuntimeArguments,
     "the function has no value at $1"},
    {"Map keys can not be NULL", ErrorCode::kRuntimeArguments, "in function map, a key is NULL"},
    {"Map keys must be unique", ErrorCode::kRuntimeArguments, "in function map, a key comes twice"},
    {"list_slice: step", ErrorCode::kRuntimeArguments, "in function slice, the step is 0"},
    {"could not decode string \"{}\" as base64", ErrorCode::kRuntimeArguments,
     "in function unbase64, the text is not BASE64: $1"},
    {"Malformed JSON", ErrorCode::kRuntimeArguments, "a text is not JSON"},
    {"Maximum regex string length", ErrorCode::kRuntimeArguments,
     "a text is too long for a regular expression"},
};

// The kind of an error that fits no row above.
struct Kind {
  FailureClass failure_class;
  ErrorCode code;
  std::string_view words;
  std::string_view hint = "";
};

inline constexpr Kind kKinds[] = {
    {FailureClass::kMemory, ErrorCode::kOutOfMemory, kNoMemory, kMemoryHint},
    {FailureClass::kSystem, ErrorCode::kIo, "a file cannot be read or written"},
    {FailureClass::kPermission, ErrorCode::kIo, "a file may not be read or written"},
    {FailureClass::kRange, ErrorCode::kDataOverflow, "a value is out of the range of its type"},
    {FailureClass::kConversion, ErrorCode::kIllegalCast,
     "a value cannot be converted to the type that is asked for"},
    {FailureClass::kInput, ErrorCode::kRuntimeArguments, "an argument is not valid"},
    {FailureClass::kNotImplemented, ErrorCode::kUnsupported,
     "this use of a function or clause is not supported"},
    {FailureClass::kForeign, ErrorCode::kUnsupported,
     "this combination of functions and clauses is not supported"},
    {FailureClass::kOther, ErrorCode::kUnsupported,
     "this combination of functions and clauses is not supported"},
};

}  // namespace paisql::engine
