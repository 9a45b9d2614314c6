#include "completion/offer.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "syntax/expected.h"
#include "syntax/literal_text.h"

namespace paisql::completion {

using syntax::TokenClass;

namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

}  // namespace

bool IsOneOf(std::string_view words, std::string_view word) {
  for (const std::string& one : Split(std::string(words), '|')) {
    if (EqualsIgnoreCase(one, word)) return true;
  }
  return false;
}

bool BeginsWith(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && EqualsIgnoreCase(text.substr(0, prefix.size()), prefix);
}

void Offer::Add(Item item) {
  if (BeginsWith(item.text, typed_)) AddAnyway(std::move(item));
}

void Offer::AddAnyway(Item item) {
  // Nothing that would move the cursor gets into a line or a list.
  if (std::any_of(item.text.begin(), item.text.end(), IsControl)) return;
  std::replace_if(item.detail.begin(), item.detail.end(), IsControl, ' ');
  if (seen_.insert(item.text).second) found_.items.push_back(std::move(item));
}

void Offer::AddName(std::string_view name, const Place& place, Kind kind, std::string_view detail,
                    std::string_view behind) {
  if (!BeginsWith(name, typed_)) return;
  std::string text;
  if (place.inside == Inside::kQuotedName) {
    text = syntax::QuoteName(name);
    if (place.closed_behind) text.pop_back();
  } else {
    text = syntax::NameAsWritten(name);
  }
  const bool goes_on = !behind.empty() || place.closed_behind;
  if (!place.closed_behind) text += behind;
  AddAnyway({std::move(text), kind, std::string(detail), goes_on});
}

void Offer::AddKeywords(const std::vector<std::string>& keywords, const Place& place) {
  const bool lower = WritesLowerCase(place);
  for (const std::string& keyword : keywords) {
    Add(lower ? ToLower(keyword) : keyword, Kind::kKeyword);
  }
}

bool WritesLowerCase(const Place& place) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto is_lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  const auto last = std::find_if(place.typed.rbegin(), place.typed.rend(), is_letter);
  if (last != place.typed.rend()) return is_lower(*last);
  for (size_t i = place.before; i-- > 0;) {
    if (place.tokens[i].kind == TokenClass::kKeyword) return is_lower(place.tokens[i].text.back());
  }
  return false;
}

}  // namespace paisql::completion
