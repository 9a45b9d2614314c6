#include "session/settings/open_names.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace paisql::session {

namespace {

constexpr std::array<std::string_view, 2> kOpenNames = {"paisql.job.env.", "paisql.alink.url."};

}  // namespace

bool HasOpenName(std::string_view key) {
  return std::any_of(kOpenNames.begin(), kOpenNames.end(), [key](std::string_view begin) {
    return key.size() > begin.size() && EqualsIgnoreCase(key.substr(0, begin.size()), begin);
  });
}

}  // namespace paisql::session
