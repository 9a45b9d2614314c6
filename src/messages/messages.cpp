#include "messages/messages.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/system/locale.h"
#include "base/text.h"
#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr std::string_view kPlaceholder = "{}";

// The texts for the placeholders when the text has the form of the pattern, else nullopt. A part is
// as short as it can be, and never empty.
std::optional<std::vector<std::string_view>> PartsOf(std::string_view pattern,
                                                     std::string_view text) {
  std::vector<std::string_view> parts;
  size_t open = pattern.find(kPlaceholder);
  if (open == std::string_view::npos) {
    if (pattern != text) return std::nullopt;
    return parts;
  }
  if (!text.starts_with(pattern.substr(0, open))) return std::nullopt;
  text.remove_prefix(open);
  while (open != std::string_view::npos) {
    pattern.remove_prefix(open + kPlaceholder.size());
    open = pattern.find(kPlaceholder);
    const std::string_view literal = pattern.substr(0, open);
    size_t end = text.size() - std::min(text.size(), literal.size());
    if (open == std::string_view::npos) {
      if (!text.ends_with(literal)) return std::nullopt;
    } else {
      end = text.find(literal, 1);
    }
    if (end == std::string_view::npos || end == 0) return std::nullopt;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + literal.size());
  }
  return parts;
}

std::string FillIn(std::string_view chinese, const std::vector<std::string_view>& parts,
                   Language language) {
  std::string text;
  size_t next = 0;
  for (size_t i = 0; i < chinese.size(); ++i) {
    const size_t close = chinese[i] == '{' ? chinese.find('}', i) : std::string_view::npos;
    if (close == std::string_view::npos) {
      text += chinese[i];
      continue;
    }
    const std::string_view inside = chinese.substr(i + 1, close - i - 1);
    const size_t index = inside.empty() ? next++ : static_cast<size_t>(inside.front() - '0');
    const std::string_view part = parts[index];
    text += inside.ends_with(":t") ? Translate(language, part) : std::string(part);
    i = close;
  }
  return text;
}

// The rows without places for values, by their English texts.
const std::unordered_map<std::string_view, std::string_view>& WholeTexts() {
  static const std::unordered_map<std::string_view, std::string_view> texts = [] {
    std::unordered_map<std::string_view, std::string_view> whole;
    for (const MessageRow& row : Rows()) {
      if (row.english.find(kPlaceholder) == std::string_view::npos) {
        whole.emplace(row.english, row.chinese);
      }
    }
    return whole;
  }();
  return texts;
}

}  // namespace

Language LanguageOf(std::string_view name) {
  return EqualsIgnoreCase(name, "zh") ? Language::kChinese : Language::kEnglish;
}

Language LanguageOfEnvironment() {
  const std::string locale = ToLower(LocaleOf("LC_MESSAGES"));
  const bool chinese = locale == "zh" || locale.starts_with("zh_") || locale.starts_with("zh.");
  const size_t dot = locale.find('.');
  const bool utf8 = dot == std::string::npos || locale.substr(dot + 1).starts_with("utf");
  return chinese && utf8 ? Language::kChinese : Language::kEnglish;
}

std::span<const MessageRow> Rows() {
  static const std::vector<MessageRow> rows = [] {
    std::vector<MessageRow> all;
    for (const auto part :
         {FunctionRows(), ComponentRows(), ErrorRows(), HintRows(), HelpRows(), ComponentHelpRows(),
          ParameterRows(), CanvasRows(), PreparingRows(), EvaluationRows(), StatisticsRows(),
          TextRows(), GraphRows(), LearnerRows(), ModelRows(), ScriptRows(), AlinkRows()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return rows;
}

std::string Translate(Language language, std::string_view english) {
  if (language == Language::kEnglish || english.empty()) return std::string(english);
  if (const auto whole = WholeTexts().find(english); whole != WholeTexts().end()) {
    return std::string(whole->second);
  }
  for (const MessageRow& row : Rows()) {
    const auto parts = PartsOf(row.english, english);
    if (parts.has_value()) return FillIn(row.chinese, *parts, language);
  }
  return std::string(english);
}

}  // namespace paisql::messages
