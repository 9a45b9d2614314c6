#include "engine/duckdb/errors.h"

#include <cctype>

#include "base/text.h"

namespace paisql::engine {
namespace {

struct Rule {
  std::string_view pattern;  // anywhere in the message
  ErrorCode code;
  std::string_view hint;
};

constexpr std::string_view kMemoryHint =
    "let it use more memory (paisql.memory_limit), or free space where it spills";
constexpr std::string_view kDiskHint =
    "free space on the disk that holds the home, then run it again";

// The first rule that matches counts, so the narrow ones stand first.
constexpr Rule kRules[] = {
    {"INTERRUPT Error", ErrorCode::kInstanceCancelled, ""},
    {"No space left on device", ErrorCode::kIo, kDiskHint},
    {"Disk quota exceeded", ErrorCode::kIo, kDiskHint},
    {"max_temp_directory_size", ErrorCode::kOutOfMemory, kMemoryHint},
    {"Out of Memory Error", ErrorCode::kOutOfMemory, kMemoryHint},
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
    {"can't be cast because the value is out of range", ErrorCode::kDataOverflow, ""},
    {"Could not cast value", ErrorCode::kDataOverflow, ""},
    {"Out of Range Error", ErrorCode::kDataOverflow, ""},
    {"Overflow", ErrorCode::kDataOverflow, ""},
    {"Conversion Error", ErrorCode::kIllegalCast, ""},
    {"Permission Error", ErrorCode::kIo, ""},
    {"IO Error", ErrorCode::kIo, ""},
    {"Not implemented Error", ErrorCode::kUnsupported, ""},
};

bool ContainsIgnoreCase(std::string_view text, std::string_view part) {
  return ToLower(text).find(ToLower(part)) != std::string::npos;
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
  const std::string_view head = message.substr(0, bar);
  for (const auto& entry : kCodes) {
    const std::string_view name = ErrorCodeName(entry.code);
    if (head.size() < name.size() || head.substr(head.size() - name.size()) != name) continue;
    error.code = entry.code;
    error.detail = std::string(message.substr(bar + 1));
    return true;
  }
  return false;
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
  return std::string(Trim(message));
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
    if (!ContainsIgnoreCase(message, rule.pattern)) continue;
    if (rule.code == ErrorCode::kInstanceCancelled) return CancelledError();
    return Error{rule.code, Detail(message), {}, std::string(rule.hint)};
  }
  return Error{ErrorCode::kRuntimeArguments, Detail(message), {}, ""};
}

}  // namespace paisql::engine
