#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/assert.h"

namespace paisql {
namespace {

struct ErrorCodeRow {
  ErrorCode code;
  std::string_view name;
  std::string_view text;
};

constexpr ErrorCodeRow kErrorCodes[] = {
#define PAISQL_ERROR(name, text) {CodeOf(name), name, text},
#include "base/error_codes.def"
#undef PAISQL_ERROR
};

const ErrorCodeRow& RowOf(ErrorCode code) {
  const auto* row = std::ranges::find(kErrorCodes, code, &ErrorCodeRow::code);
  PAISQL_ASSERT(row != std::end(kErrorCodes), "an error's code has no row in error_codes.def");
  return *row;
}

}  // namespace

std::string_view ErrorCodeName(ErrorCode code) { return RowOf(code).name; }

std::string_view ErrorCodeText(ErrorCode code) { return RowOf(code).text; }

std::optional<ErrorCode> FindErrorCode(std::string_view name) {
  const auto* row = std::ranges::find(kErrorCodes, name, &ErrorCodeRow::name);
  if (row == std::end(kErrorCodes)) return std::nullopt;
  return row->code;
}

std::vector<ErrorCode> AllErrorCodes() {
  std::vector<ErrorCode> codes;
  for (const ErrorCodeRow& row : kErrorCodes) codes.push_back(row.code);
  return codes;
}

std::string Error::ToString() const {
  std::string text{ErrorCodeName(code)};
  if (while_planning) {
    text += ":[0,0] ";
  } else if (range.known()) {
    text += fmt::format(":[{},{}] ", range.line, range.column);
  } else {
    text += ": ";
  }
  text += ErrorCodeText(code);
  if (!detail.empty()) {
    text += " - ";
    text += detail;
  }
  return text;
}

void AssertionFailed(const char* condition, const char* file, int line, const char* message) {
  std::fprintf(stderr, "paisql: internal error at %s:%d: %s (%s)\n", file, line, message,
               condition);
  std::abort();
}

}  // namespace paisql
