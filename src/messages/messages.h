#pragma once

// Messages for people in another language than English. The program speaks English everywhere; what
// is shown to a person may pass through here, where one table has the commonest texts in Chinese.
// What the table does not know stays as it is. Codes, names, places and data are never changed. All
// functions are pure and safe from any thread but for the one that reads the environment.

#include <span>
#include <string>
#include <string_view>

namespace paisql::messages {

enum class Language { kEnglish, kChinese };

// "zh" is Chinese, all else English.
Language LanguageOf(std::string_view name);

// The language of LC_ALL, LC_MESSAGES or LANG, the first that is set. Chinese texts are UTF-8, so
// a locale with another encoding does not count.
Language LanguageOfEnvironment();

struct MessageRow {
  // "{}" stands for a part that goes over as it is: a name, a number. "{0}" in the translation is
  // the first one; "{0:t}" is translated itself.
  std::string_view english;
  std::string_view chinese;
};

std::span<const MessageRow> Rows();

// The text in the language; itself where no row has its form.
std::string Translate(Language language, std::string_view english);

}  // namespace paisql::messages
