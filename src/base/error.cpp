#include "base/error.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "base/assert.h"

namespace paisql {
namespace {

struct ErrorCodeRow {
  std::string_view name;
  std::string_view text;
};

constexpr ErrorCodeRow kErrorCodes[] = {
#define PAISQL_ERROR(name, code, text) {code, text},
#include "base/error_codes.def"
#undef PAISQL_ERROR
};

}  // namespace

std::string_view ErrorCodeName(ErrorCode code) {
  return kErrorCodes[static_cast<size_t>(code)].name;
}

std::string_view ErrorCodeText(ErrorCode code) {
  return kErrorCodes[static_cast<size_t>(code)].text;
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
