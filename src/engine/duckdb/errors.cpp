#include "engine/duckdb/errors.h"

#include <cctype>
#include <utility>

#include "base/text.h"

namespace paisql::engine {
namespace {

struct Rule {
  // A class of errors, with a colon behind it ("IO Error:"), stands at the message's head; every
  // other pattern anywhere. Values of the user may be quoted further on.
  std::string_view pattern;
  ErrorCode code;
  std::string_view hint;
};

constexpr std::string_view kMemoryHint =
    "let it use more memory (paisql.memory_limit) or fewer threads (paisql.threads), or free space "
    "where it spills";
constexpr std::string_view kDiskHint =
    "free space on the disk that holds the home, then run it again";

// The first rule that matches counts, so the narrow ones stand first.
constexpr Rule kRules[] = {
    {"INTERRUPT Error:", ErrorCode::kInstanceCancelled, ""},
    {"No space left on device", ErrorCode::kEnvironment, kDiskHint},
    {"Disk quota exceeded", ErrorCode::kEnvironment, kDiskHint},
    {"max_temp_directory_size", ErrorCode::kOutOfMemory, kMemoryHint},
    {"Out of Memory Error:", ErrorCode::kOutOfMemory, kMemoryHint},
    {"More than one row returned by a subquery", ErrorCode::kSemantic,
     "aggregate the subquery or limit it to one row"},
    {"Unknown TimeZone", ErrorCode::kInvalidCommand,
     "SET odps.sql.timezone to a name such as Asia/Shanghai"},
    {"expression depth limit", ErrorCode::kSemantic, "split the expression into several columns"},
    {"memory exhausted", ErrorCode::kSemantic, "split the expression into several columns"},
    {"cannot perform non-inner join on subquery", ErrorCode::kUnsupported,
     "move the subquery from ON into WHERE or into a joined subquery"},
    {"missing )", ErrorCode::kInvalidRegex, ""},
    {"missing ]", ErrorCode::kInvalidRegex, ""},
    {"no argument for repetition operator", ErrorCode::kInvalidRegex, ""},
    {"invalid escape sequence", ErrorCode::kInvalidRegex, ""},
    {"invalid perl operator", ErrorCode::kInvalidRegex, "look-around is not supported"},
    {"invalid character class", ErrorCode::kInvalidRegex, ""},
    {"bad repetition operator", ErrorCode::kInvalidRegex, ""},
    {"unexpected )", ErrorCode::kInvalidRegex, ""},
    {"could not convert blob to UTF8", ErrorCode::kIllegalCast,
     "these bytes are no UTF-8 text: use HEX or BASE64"},
    {"can't be cast because the value is out of range", ErrorCode::kDataOverflow, ""},
    {"Could not cast value", ErrorCode::kDataOverflow, ""},
    {"Out of Range Error:", ErrorCode::kDataOverflow, ""},
    {"Overflow", ErrorCode::kDataOverflow, ""},
    {"Could not convert Timestamp(US) to Timestamp(NS)", ErrorCode::kDataOverflow, ""},
    {"Conversion Error:", ErrorCode::kIllegalCast, ""},
    {"Permission Error:", ErrorCode::kIo, ""},
    {"IO Error:", ErrorCode::kIo, ""},
    {"Not implemented Error:", ErrorCode::kUnsupported, ""},
};

bool Matches(const Rule& rule, std::string_view message) {
  if (rule.pattern.ends_with(':')) return message.starts_with(rule.pattern);
  return ToLower(message).find(ToLower(rule.pattern)) != std::string::npos;
}

// "ODPS-0123091|detail", as our own functions and templates raise it; false when there is none.
bool FindRaised(std::string_view message, Error& error) {
  static constexpr struct {
    ErrorCode code;
  } kCodes[] = {
#define PAISQL_ERROR(name, code, text) {ErrorCode::name},
#include "base/error_codes.def"
#undef PAISQL_ERROR
  };
  const size_t bar = message.find('|');
  if (bar == std::string_view::npos) return false;
  std::string_view head = message.substr(0, bar);
  constexpr std::string_view kClass = "Invalid Input Error: ";
  if (head.starts_with(kClass)) head.remove_prefix(kClass.size());
  for (const auto& entry : kCodes) {
    if (head != ErrorCodeName(entry.code)) continue;
    error.code = entry.code;
    error.detail = std::string(message.substr(bar + 1));
    return true;
  }
  return false;
}

// What the engine calls its types, by the names that a user knows. The longer ones stand first.
constexpr std::pair<std::string_view, std::string_view> kTypeNames[] = {
    {"TIMESTAMP WITH TIME ZONE", "DATETIME"},
    {"TIMESTAMP_NS", "TIMESTAMP"},
    {"HUGEINT", "DECIMAL"},
    {"INT128", "DECIMAL"},
    {"INTEGER", "INT"},
    {"INT64", "BIGINT"},
    {"INT32", "INT"},
    {"INT16", "SMALLINT"},
    {"INT8", "TINYINT"},
    {"VARCHAR", "STRING"},
    {"BLOB", "BINARY"},
};

// How messages begin that read as the engine's own, with the words that stand for them here.
constexpr std::pair<std::string_view, std::string_view> kWholeMessages[] = {
    {"Argument for ntile", "in function ntile, the number of buckets is not greater than 0"},
    {"Failure in decode: could not convert blob", "in function cast, the BINARY is not UTF-8 text"},
    {"Could not convert Timestamp(US) to Timestamp(NS)",
     "a TIMESTAMP lies between 1677-09-22 and 2262-04-11"},
    {"QUANTILE can only take parameters",
     "in function percentile, the percentage is not between 0 and 1"},
    {"Epoch seconds out of range", "the number of seconds is outside of the range of DATETIME"},
    {"Map keys can not be NULL", "in function map, a key is NULL"},
    {"More than one row returned by a subquery",
     "a subquery used as a value returned more than one row"},
};

// The engine's type at `at`, as a whole word; nullptr when none stands there.
const std::pair<std::string_view, std::string_view>* TypeNameAt(std::string_view text, size_t at) {
  const auto in_word = [&](size_t i) {
    return i < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  if (at > 0 && in_word(at - 1)) return nullptr;
  for (const auto& entry : kTypeNames) {
    if (text.substr(at).starts_with(entry.first) && !in_word(at + entry.first.size())) {
      return &entry;
    }
  }
  return nullptr;
}

std::string InPlatformWords(std::string_view detail) {
  for (const auto& [start, words] : kWholeMessages) {
    if (detail.starts_with(start)) return std::string(words);
  }
  detail = detail.substr(0, detail.find(" You might want to"));
  // What stands in quotation marks is a value of the user.
  std::string text;
  bool quoted = false;
  for (size_t at = 0; at < detail.size();) {
    if (detail[at] == '\'' && (quoted || at == 0 || detail[at - 1] == ' ')) quoted = !quoted;
    const auto* name = quoted ? nullptr : TypeNameAt(detail, at);
    text += name == nullptr ? detail.substr(at, 1) : name->second;
    at += name == nullptr ? 1 : name->first.size();
  }
  return text;
}

// Without "Out of Range Error: " in front and the quotation of the statement behind.
std::string Detail(std::string_view message) {
  const size_t line = message.find("\nLINE ");
  if (line != std::string_view::npos) message = message.substr(0, line);
  const size_t source = message.find(" when casting from source column");
  if (source != std::string_view::npos) message = message.substr(0, source);
  const size_t colon = message.find(" Error: ");
  if (colon != std::string_view::npos && colon < 40) message = message.substr(colon + 8);
  const size_t advice = message.find("\n");
  if (advice != std::string_view::npos) message = message.substr(0, advice);
  return InPlatformWords(Trim(message));
}

}  // namespace

Error CancelledError() {
  return Error{ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
}

Error TranslateError(std::string_view message) {
  Error error;
  if (FindRaised(message, error)) {
    const size_t line = error.detail.find("\n\nLINE ");
    if (line != std::string::npos) error.detail.resize(line);
    return error;
  }
  for (const Rule& rule : kRules) {
    if (!Matches(rule, message)) continue;
    if (rule.code == ErrorCode::kInstanceCancelled) return CancelledError();
    return Error{rule.code, Detail(message), {}, std::string(rule.hint)};
  }
  return Error{ErrorCode::kRuntimeArguments, Detail(message), {}, ""};
}

}  // namespace paisql::engine
