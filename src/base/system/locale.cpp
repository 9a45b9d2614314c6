#include "base/system/locale.h"

#include <cstdlib>

#include "base/text.h"

namespace paisql {

std::string LocaleOf(const char* category) {
  for (const char* name : {"LC_ALL", category, "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "";
}

bool NamesUtf8(std::string_view locale) {
  const std::string lower = ToLower(locale);
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

}  // namespace paisql
