#include "session/settings/slip.h"

#include <algorithm>

#include "base/text.h"

namespace paisql::session {

namespace {

// A wider net than two letters in one place would call many keys of the platform mistakes.
bool IsSlipOf(std::string_view typed, std::string_view known) {
  const size_t longer = std::max(typed.size(), known.size());
  const size_t shorter = std::min(typed.size(), known.size());
  size_t head = 0;
  while (head < shorter && typed[head] == known[head]) ++head;
  size_t tail = 0;
  while (tail < shorter - head &&
         typed[typed.size() - 1 - tail] == known[known.size() - 1 - tail]) {
    ++tail;
  }
  return longer - head - tail <= 2;
}

}  // namespace

const Setting* SettingMeantBy(std::string_view key) {
  if (FindSetting(key) != nullptr) return nullptr;
  const std::string typed = ToLower(key);
  for (const Setting& setting : KnownSettings()) {
    if (IsSlipOf(typed, setting.name)) return &setting;
  }
  return nullptr;
}

std::string NobodyReads(std::string_view key, const Setting& meant) {
  return std::string(key) + " is kept, but nothing here reads it; did you mean '" +
         std::string(meant.name) + "'?";
}

}  // namespace paisql::session
