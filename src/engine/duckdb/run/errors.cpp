#include "engine/duckdb/run/errors.h"

#include <utility>

#include "engine/duckdb/run/error_words.h"

namespace paisql::engine {
namespace {

// Cures for errors that our own functions and templates raise.
constexpr std::pair<std::string_view, std::string_view> kRaisedHints[] = {
    {"exceed max iterate number",
     "end the recursion with a condition in its step, or SET odps.sql.rcte.max.iterate.num (100 at "
     "most)"},
};

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
    for (const auto& [words, hint] : kRaisedHints) {
      if (error.detail.find(words) != std::string::npos) error.hint = hint;
    }
    return true;
  }
  return false;
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
  if (message.starts_with("INTERRUPT Error:")) return CancelledError();
  return InPlatformWords(message);
}

}  // namespace paisql::engine
