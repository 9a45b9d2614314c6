#pragma once

// Finds the environment's locale. It reads the environment, which no other thread may change
// meanwhile.

#include <string>
#include <string_view>

namespace paisql {

// The value of LC_ALL, of the category's variable ("LC_CTYPE") or of LANG: the first that is set
// and not empty; "" where none is.
std::string LocaleOf(const char* category);

// "zh_CN.UTF-8", "en_US.utf8".
bool NamesUtf8(std::string_view locale);

}  // namespace paisql
