#pragma once

// What the environment's locale is. It reads the environment, which no other thread may change
// meanwhile.

#include <string>
#include <string_view>

namespace paisql {

// What LC_ALL, the category's variable ("LC_CTYPE") or LANG says, the first of them that is set and
// not empty; "" where none is.
std::string LocaleOf(const char* category);

// "zh_CN.UTF-8", "en_US.utf8".
bool NamesUtf8(std::string_view locale);

}  // namespace paisql
