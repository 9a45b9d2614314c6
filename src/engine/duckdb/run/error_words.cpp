#include "engine/duckdb/run/error_words.h"

#include <algorithm>
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
// its folder. The first that fits counts. "" for `words` means the message itself, which is RE2's.
struct Saying {
  std::string_view pattern;
  ErrorCode code;
  std::string_view words;
  std::string_view hint = "";
  // What raises it where the words do not tell: kCast, kSubquery or the name of an operator, which
  // may be inside of any function too, since functions are made of the engine's operators.
  std::string_view origin = "";
};

constexpr std::string_view kCast = "cast";
constexpr std::string_view kSubquery = "subquery";

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

// What the system says, at the end of a message behind the file's name.
constexpr Saying kSystemSayings[] = {
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

constexpr Saying kFullOfFiles = {
    "Cannot open file \"{}/write-{}={}\": Too many open files", ErrorCode::kEnvironment,
    "the program has as many files open as the system allows, at partition value '@3'", kFilesHint};

constexpr Saying kSayings[] = {
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
    {"invalid date field format: \"{}\",", ErrorCode::kIllegalCast, "value '$1' is no DATE", "",
     kCast},
    {"invalid timestamp field format: \"{}\",", ErrorCode::kIllegalCast,
     "value '$1' is no DATETIME", "", kCast},
    {"date field value out of range: \"{}\"", ErrorCode::kDataOverflow, "value '$1' is no DATE", "",
     kCast},
    {"timestamp field value out of range: \"{}\"", ErrorCode::kDataOverflow,
     "value '$1' is no DATETIME", "", kCast},
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
    {"Malformed JSON", ErrorCode::kRuntimeArguments, "a text is no JSON"},
    {"Maximum regex string length", ErrorCode::kRuntimeArguments,
     "a text is too long for a regular expression"},
};

// What an error is that nothing above fits.
struct Kind {
  FailureClass failure_class;
  ErrorCode code;
  std::string_view words;
  std::string_view hint = "";
};

constexpr Kind kKinds[] = {
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
  size_t open = pattern.find("{}");
  const std::string_view first = pattern.substr(0, open);
  if (!EqualsIgnoreCase(text.substr(0, first.size()), first)) return std::nullopt;
  text.remove_prefix(first.size());
  for (size_t i = 0; open != std::string_view::npos; ++i) {
    pattern.remove_prefix(open + 2);
    open = pattern.find("{}");
    const std::string_view next = pattern.substr(0, open);
    const size_t end = next.empty() ? std::min(text.find('\n'), text.size()) : text.rfind(next);
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

// Without what DuckDB quotes of the statement: "\n\nLINE 1: SELECT …\n   ^".
std::string_view WithoutQuotation(std::string_view message) {
  const size_t at = message.rfind("\n\nLINE ");
  const bool marked = message.substr(0, message.find_last_not_of(" \n") + 1).ends_with('^');
  return at == std::string_view::npos || !marked ? message : message.substr(0, at);
}

// Without " when casting from source column c1".
std::string_view WithoutColumn(std::string_view text) {
  constexpr std::string_view kColumn = " when casting from source column ";
  const size_t at = text.rfind(kColumn);
  if (at == std::string_view::npos) return text;
  const std::string_view name = text.substr(at + kColumn.size());
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  return plain ? text.substr(0, at) : text;
}

FailureOrigin OriginOf(const Saying& saying) {
  using Kind = FailureOrigin::Kind;
  if (saying.origin.empty()) return OriginOfText(saying.words);
  if (saying.origin == kCast) return {Kind::kCastInside, ""};
  if (saying.origin == kSubquery) return {Kind::kSubquery, ""};
  return {Kind::kInside, std::string(saying.origin)};
}

Failure Said(const Saying& saying, std::string_view text, const Parts& parts) {
  return {{saying.code,
           saying.words.empty() ? std::string(text) : Fill(saying.words, parts),
           {},
           std::string(saying.hint)},
          OriginOf(saying)};
}

std::optional<Failure> OfTheSystem(std::string_view text) {
  if (const auto parts = Match(kFullOfFiles.pattern, text)) return Said(kFullOfFiles, text, *parts);
  // The name of a file may be anything.
  const std::string_view behind_name = text.substr(text.rfind('"') + 1);
  for (const Saying& saying : kSystemSayings) {
    if (behind_name.find(saying.pattern) != std::string_view::npos) return Said(saying, text, {});
  }
  return std::nullopt;
}

}  // namespace

std::string_view OwnWords(std::string_view message) {
  message = WithoutQuotation(message);
  constexpr std::string_view kEndOfClass = " Error: ";
  constexpr size_t kLongestClass = 40;
  const size_t end = message.find(kEndOfClass);
  if (end < kLongestClass) message.remove_prefix(end + kEndOfClass.size());
  return WithoutColumn(Trim(message));
}

Failure InPlatformWords(FailureClass failure_class, std::string_view text) {
  const bool of_values = failure_class != FailureClass::kSystem &&
                         failure_class != FailureClass::kPermission &&
                         failure_class != FailureClass::kMemory;
  if (!of_values || failure_class == FailureClass::kForeign) {
    if (std::optional<Failure> failure = OfTheSystem(text)) return *std::move(failure);
  }
  if (of_values) {
    for (const Saying& saying : kSayings) {
      if (const auto parts = Match(saying.pattern, text)) return Said(saying, text, *parts);
    }
  }
  for (const Kind& kind : kKinds) {
    if (kind.failure_class != failure_class) continue;
    FailureOrigin origin;
    if (of_values) origin.kind = FailureOrigin::Kind::kAnyFunction;
    return {{kind.code, std::string(kind.words), {}, std::string(kind.hint)}, origin};
  }
  PAISQL_UNREACHABLE("a class of errors without words");
}

}  // namespace paisql::engine
