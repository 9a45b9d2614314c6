#include "engine/duckdb/failure/errors.h"

#include <algorithm>
#include <utility>

#include "engine/duckdb/failure/error_words.h"
#include "types/time/time_text.h"

namespace paisql::engine {
namespace {

// How the text of a recursion that does not end ends, but for its number, and the cure.
constexpr std::string_view kEndlessRecursion = " exceed max iterate number ";
constexpr const char* kRecursionHint =
    "end the recursion with a condition in its step, or SET odps.sql.rcte.max.iterate.num (100 at "
    "most)";

bool IsEndlessRecursion(std::string_view detail) {
  const size_t at = detail.rfind(kEndlessRecursion);
  if (at == std::string_view::npos) return false;
  const std::string_view number = detail.substr(at + kEndlessRecursion.size());
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr std::pair<std::string_view, FailureClass> kClasses[] = {
    {"INTERRUPT", FailureClass::kInterrupt},
    {"Out of Memory", FailureClass::kMemory},
    {"IO", FailureClass::kSystem},
    {"Permission", FailureClass::kPermission},
    {"Invalid", FailureClass::kForeign},
    {"INTERNAL", FailureClass::kForeign},
    {"FATAL", FailureClass::kForeign},
    {"Invalid Input", FailureClass::kInput},
    {"Out of Range", FailureClass::kRange},
    {"Conversion", FailureClass::kConversion},
    {"Not implemented", FailureClass::kNotImplemented},
};

// The platform's name of an operator, and the function that it is in a plan.
constexpr std::pair<std::string_view, std::string_view> kOperators[] = {
    {"+", "+"},
    {"-", "-"},
    {"*", "*"},
    {"/", "/"},
    {"%", "%"},
    {"DIV", "div"},
    {"&", "bit_and"},
    {"|", "bit_or"},
    {"^", "bit_xor"},
    {"~", "bit_not"},
    {"negative", "negate"},
};

// "ODPS-0123091|detail", as our own functions and templates raise it. No message of DuckDB begins
// with a value, so that none can be taken for one of these. False when it is not one.
bool ReadRaised(std::string_view text, Error& error) {
  const size_t bar = text.find('|');
  if (bar == std::string_view::npos) return false;
  const std::optional<ErrorCode> code = FindErrorCode(text.substr(0, bar));
  if (!code.has_value()) return false;
  error.code = *code;
  error.detail = std::string(text.substr(bar + 1));
  if (IsEndlessRecursion(error.detail)) error.hint = kRecursionHint;
  constexpr std::string_view kInput = "input string is:";
  const size_t input = error.detail.find(kInput);
  if (input != std::string::npos && ReadIsoTime(error.detail.substr(input + kInput.size()))) {
    error.hint = kIsoTimeHint;
  }
  return true;
}

// The origin that a text names at its end, which is cut off, or in its words.
FailureOrigin TakeOrigin(std::string& detail) {
  const size_t at = detail.rfind(kRaisedBy);
  if (at == std::string::npos) return OriginOfText(detail);
  const FailureOrigin origin = {FailureOrigin::Kind::kFunction,
                                detail.substr(at + kRaisedBy.size())};
  detail.resize(at);
  return origin;
}

// "abc" of "abc, the rest".
std::string_view FirstWord(std::string_view text) {
  return text.substr(0, text.find_first_of(", "));
}

}  // namespace

FailureOrigin OriginOfText(std::string_view detail) {
  using Kind = FailureOrigin::Kind;
  constexpr std::string_view kInOperator = "in operator ";
  constexpr std::string_view kInFunction = "in function ";
  if (detail.starts_with(kInOperator)) {
    const std::string_view sign = FirstWord(detail.substr(kInOperator.size()));
    for (const auto& [shown, name] : kOperators) {
      if (shown == sign) return {Kind::kFunction, std::string(name)};
    }
    return {};
  }
  if (detail.starts_with("Div result is")) return {Kind::kFunction, "/"};
  if (!detail.starts_with(kInFunction)) return {};
  const std::string_view name = FirstWord(detail.substr(kInFunction.size()));
  if (name == "cast") return {Kind::kCast, ""};
  return {Kind::kFunction, std::string(name)};
}

Error CancelledError() {
  return Error{ErrorCode::kInstanceCancelled, "the statement was interrupted", {}, ""};
}

FailureClass ClassOfMessage(std::string_view message) {
  const std::string_view name = message.substr(0, message.find(" Error: "));
  for (const auto& [known, failure_class] : kClasses) {
    if (name == known) return failure_class;
  }
  return FailureClass::kOther;
}

Failure TranslateFailure(FailureClass failure_class, std::string_view message) {
  if (failure_class == FailureClass::kInterrupt) return {CancelledError(), {}};
  const std::string_view text = OwnWords(message);
  Failure raised;
  if (failure_class == FailureClass::kInput && ReadRaised(text, raised.error)) {
    raised.origin = TakeOrigin(raised.error.detail);
    return raised;
  }
  return InPlatformWords(failure_class, text);
}

}  // namespace paisql::engine
