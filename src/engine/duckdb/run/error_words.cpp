#include "engine/duckdb/run/error_words.h"

#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "base/assert.h"
#include "base/text.h"
#include "engine/duckdb/values/timestamp_form.h"

namespace paisql::engine {
namespace {

// How a message of DuckDB begins, `{}` being anything, and what stands for it here: $1 is what the
// first {} was, #1 the name that the type in it has for a user, @1 the value of a partition by
// its folder. A pattern with a colon at its end is the class of errors in front of the
// message, one with an asterisk in front may stand anywhere. The first that fits counts. "" for
// `words` means the message itself, which is RE2's.
struct Saying {
  std::string_view pattern;
  ErrorCode code;
  std::string_view words;
  std::string_view hint = "";
};

constexpr std::string_view kMemoryHint =
    "let it use more memory (paisql.memory_limit) or fewer threads (paisql.threads), or free space "
    "where it spills";
constexpr std::string_view kDiskHint =
    "free space on the disk that holds the home, then run it again";
constexpr std::string_view kFilesHint =
    "allow more open files (ulimit -n), or write fewer partitions in one statement";
constexpr std::string_view kSplitHint = "split the expression into several columns";
constexpr std::string_view kNoDisk = "no space is left on the disk";
constexpr std::string_view kNoMemory = "the statement needs more memory than it may use";
constexpr std::string_view kUnfit = "value $2 does not fit into #3";
constexpr std::string_view kDates = "a date or time lies outside of the years 1 to 9999";

constexpr Saying kSayings[] = {
    {"*No space left on device", ErrorCode::kEnvironment, kNoDisk, kDiskHint},
    {"*Disk quota exceeded", ErrorCode::kEnvironment, kNoDisk, kDiskHint},
    {"Cannot open file \"{}/write-{}={}\": Too many open files", ErrorCode::kEnvironment,
     "the program has as many files open as the system allows, at partition value '@3'",
     kFilesHint},
    {"*Too many open files", ErrorCode::kEnvironment,
     "the program has as many files open as the system allows", kFilesHint},
    {"*File too large", ErrorCode::kEnvironment, "a file would be larger than the system allows",
     "allow larger files (ulimit -f)"},
    {"*Resource temporarily unavailable", ErrorCode::kEnvironment,
     "the system starts no further thread for the program",
     "allow more of them (ulimit -u), or SET paisql.threads to fewer"},
    {"*max_temp_directory_size", ErrorCode::kOutOfMemory, kNoMemory, kMemoryHint},
    {"Out of Memory Error:", ErrorCode::kOutOfMemory, kNoMemory, kMemoryHint},
    {"*Requested allocation size of", ErrorCode::kOutOfMemory, kNoMemory, kMemoryHint},
    {"More than one row returned by a subquery", ErrorCode::kSubqueryRows,
     "Data Set should contains exactly one row", "aggregate the subquery or limit it to one row"},
    {"Unknown TimeZone", ErrorCode::kRuntimeArguments, "the time zone is not known",
     "write a name such as Asia/Shanghai, or an offset such as +8"},
    {"*expression depth limit", ErrorCode::kSemantic, "an expression nests too deep", kSplitHint},
    {"*memory exhausted", ErrorCode::kSemantic, "an expression is too long", kSplitHint},
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

    {"*could not convert blob", ErrorCode::kIllegalCast,
     "in function cast, the BINARY is not UTF-8 text", "use HEX or BASE64"},
    {"Type {} with value {} can't be cast because the value is out of range for the destination "
     "type {}",
     ErrorCode::kDataOverflow, kUnfit},
    {"Type {} with value {} can't be cast to the destination type {}", ErrorCode::kIllegalCast,
     "value $2 cannot be casted from #1 to #3"},
    {"Could not convert string '{}' to {}", ErrorCode::kIllegalCast,
     "value '$1' cannot be casted from STRING to #2"},
    {"Could not convert string \"{}\" to {}", ErrorCode::kIllegalCast,
     "value '$1' cannot be casted from STRING to #2"},
    {"Could not cast value {} to {}", ErrorCode::kDataOverflow, "value $1 does not fit into #2"},
    {"Casting value \"{}\" to type {} failed", ErrorCode::kDataOverflow,
     "value $1 does not fit into #2"},
    {"Failed to cast decimal value {} to type {}", ErrorCode::kDataOverflow,
     "value $1 does not fit into #2"},
    {"Unimplemented type for cast ({} -> {})", ErrorCode::kUnsupported, "a CAST from #1 to #2"},
    {"invalid date field format: \"{}\",", ErrorCode::kIllegalCast, "value '$1' is no DATE"},
    {"invalid timestamp field format: \"{}\",", ErrorCode::kIllegalCast,
     "value '$1' is no DATETIME"},
    {"date field value out of range: \"{}\"", ErrorCode::kDataOverflow, "value '$1' is no DATE"},
    {"timestamp field value out of range: \"{}\"", ErrorCode::kDataOverflow,
     "value '$1' is no DATETIME"},
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
     "Overflow in addition of #1 ($2 + $3)!"},
    {"Overflow in subtraction of {} ({} - {})", ErrorCode::kDataOverflow,
     "Overflow in subtraction of #1 ($2 - $3)!"},
    {"Overflow in subtract of {} ({} - {})", ErrorCode::kDataOverflow,
     "Overflow in subtraction of #1 ($2 - $3)!"},
    {"Overflow in multiplication of {} ({} * {})", ErrorCode::kDataOverflow,
     "Overflow in multiplication of #1 ($2 * $3)!"},
    {"Overflow in HUGEINT addition: {}", ErrorCode::kDataOverflow, "Overflow in addition ($1)"},
    {"Overflow in HUGEINT multiplication: {}", ErrorCode::kDataOverflow,
     "Overflow in multiplication ($1)"},
    {"Overflow in negation", ErrorCode::kDataOverflow, "Overflow in negation of a number"},
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
    {"Malformed JSON", ErrorCode::kRuntimeArguments, "a text is no JSON"},
    {"Maximum regex string length", ErrorCode::kRuntimeArguments,
     "a text is too long for a regular expression"},
};

// What an error is that no saying fits, by its class, with which messages begin.
constexpr Saying kKinds[] = {
    {"Permission Error:", ErrorCode::kIo, "a file may not be read or written"},
    {"IO Error:", ErrorCode::kIo, "a file cannot be read or written"},
    {"Out of Range Error:", ErrorCode::kDataOverflow, "a value is out of the range of its type"},
    {"Conversion Error:", ErrorCode::kIllegalCast,
     "a value cannot be converted to the type that is asked for"},
    {"Invalid Input Error:", ErrorCode::kRuntimeArguments, "an argument is not valid"},
    {"Not implemented Error:", ErrorCode::kUnsupported,
     "this use of a function or clause is not supported"},
    {"", ErrorCode::kUnsupported, "this combination of functions and clauses is not supported"},
};

// What the engine calls its types, by the names that a user knows.
constexpr std::pair<std::string_view, std::string_view> kTypeNames[] = {
    {"TIMESTAMP WITH TIME ZONE", "DATETIME"},
    {timestamp::kType, "TIMESTAMP"},
    {"TIMESTAMP", "DATETIME"},
    {"HUGEINT", "DECIMAL"},
    {"INT128", "DECIMAL"},
    {"INTEGER", "INT"},
    {"INT64", "BIGINT"},
    {"INT32", "INT"},
    {"INT16", "SMALLINT"},
    {"INT8", "TINYINT"},
    {"VARCHAR", "STRING"},
    {"BLOB", "BINARY"},
    {"BOOL", "BOOLEAN"},
    {"BIGINT", "BIGINT"},
    {"SMALLINT", "SMALLINT"},
    {"TINYINT", "TINYINT"},
    {"FLOAT", "FLOAT"},
    {"DOUBLE", "DOUBLE"},
    {"BOOLEAN", "BOOLEAN"},
    {"DATE", "DATE"},
    {"INTERVAL", "INTERVAL"},
    {"JSON", "JSON"},
};

std::string TypeName(std::string_view name) {
  name = Trim(name);
  for (const auto& [engine, platform] : kTypeNames) {
    if (name == engine) return std::string(platform);
  }
  if (name.starts_with("DECIMAL") && name.ends_with(")")) return std::string(name);
  return "the type that is asked for";
}

constexpr size_t kMostParts = 4;
using Parts = std::array<std::string_view, kMostParts>;

// What the {} of a pattern are in the text; nullopt where it is not found. A value may hold
// anything, so that what follows it is looked for from the end.
std::optional<Parts> Match(std::string_view pattern, std::string_view text) {
  Parts parts;
  const bool anywhere = pattern.starts_with('*');
  if (anywhere) pattern.remove_prefix(1);
  size_t open = pattern.find("{}");
  const std::string_view first = pattern.substr(0, open);
  const size_t begin = anywhere                                                ? text.find(first)
                       : EqualsIgnoreCase(text.substr(0, first.size()), first) ? 0
                                                                               : text.npos;
  if (begin == text.npos) return std::nullopt;
  text.remove_prefix(begin + first.size());
  for (size_t i = 0; open != std::string_view::npos; ++i) {
    pattern.remove_prefix(open + 2);
    open = pattern.find("{}");
    const std::string_view next = pattern.substr(0, open);
    const size_t end = next.empty() ? text.size() : text.rfind(next);
    if (end == std::string_view::npos || i == kMostParts) return std::nullopt;
    parts[i] = text.substr(0, end);
    text.remove_prefix(std::min(end + next.size(), text.size()));
  }
  return parts;
}

// "a b" of "a%20b/<32 digits>.parquet": what stands in a folder's name behind '='.
std::string PartitionValue(std::string_view path) {
  return PercentDecode(path.substr(0, path.rfind('/')));
}

std::string Fill(std::string_view words, const Parts& parts) {
  std::string text;
  for (size_t at = 0; at < words.size(); ++at) {
    const bool part = std::string_view("$#@").find(words[at]) != std::string_view::npos &&
                      at + 1 < words.size() &&
                      std::isdigit(static_cast<unsigned char>(words[at + 1])) != 0;
    if (!part) {
      text += words[at];
      continue;
    }
    const std::string_view value = parts[static_cast<size_t>(words[at + 1] - '1')];
    text += words[at] == '#'   ? TypeName(value)
            : words[at] == '@' ? PartitionValue(value)
                               : std::string(value);
    ++at;
  }
  return text;
}

// Without "Out of Range Error: " in front and advice behind.
std::string_view WithoutClass(std::string_view message) {
  const size_t colon = message.find(" Error: ");
  if (colon != std::string_view::npos && colon < 40) message = message.substr(colon + 8);
  return Trim(message);
}

}  // namespace

Error InPlatformWords(std::string_view message) {
  message = message.substr(0, message.find(" when casting from source column"));
  message = message.substr(0, message.find("\nLINE "));
  message = message.substr(0, message.find("\n\n"));
  for (const Saying& saying : kSayings) {
    const bool is_class = saying.pattern.ends_with(" Error:");
    const std::string_view text = is_class ? message : WithoutClass(message);
    const std::optional<Parts> parts = Match(saying.pattern, text);
    if (!parts) continue;
    return {saying.code,
            saying.words.empty() ? std::string(text) : Fill(saying.words, *parts),
            {},
            std::string(saying.hint)};
  }
  for (const Saying& kind : kKinds) {
    if (!message.starts_with(kind.pattern)) continue;
    return {kind.code, std::string(kind.words), {}, std::string(kind.hint)};
  }
  PAISQL_UNREACHABLE("the last kind is any");
}

}  // namespace paisql::engine
