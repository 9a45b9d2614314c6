#include "completion/completion.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>

#include "base/text.h"
#include "completion/command.h"
#include "completion/offer.h"
#include "completion/reading/place.h"
#include "completion/statement.h"
#include "syntax/lexer/token_classes.h"

namespace paisql::completion {

namespace {

// More than anybody types; what is pasted whole needs no help.
constexpr size_t kMaxText = 1'000'000;

// Commands of the shell that are words, where a statement could begin.
void OfferSpelledCommands(const Place& place, Sources& sources, Offer& offer) {
  if (place.before != 0 || place.inside != Inside::kNothing) return;
  const bool lower = WritesLowerCase(place) || place.typed.empty();
  for (const CommandName& command : sources.Commands()) {
    for (const std::string& name : command.names) {
      if (name.size() > 1 && !name.starts_with('\\'))
        offer.Add(lower ? name : ToUpper(name), Kind::kCommand, command.help);
    }
  }
}

// Names that stand for a date, or come from the schedule, without being defined.
constexpr std::string_view kBuiltIn[][2] = {
    {"yyyymmdd", "the business date"},
    {"yyyymmdd-1", "the day before it"},
    {"yyyymm-1", "the month before it"},
    {"bdp.system.bizdate", "the business date"},
    {"bdp.system.cyctime", "the scheduled time"},
};

// After an open ${, which stands for its value in quotes as well.
std::optional<Completions> CompleteVariable(std::string_view text, size_t cursor,
                                            Sources& sources) {
  size_t begin = cursor;
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  while (begin > 0 && is_name(text[begin - 1])) --begin;
  if (begin < 2 || text.substr(begin - 2, 2) != "${") return std::nullopt;
  // $${ is what is written with one dollar less.
  if (begin > 2 && text[begin - 3] == '$') return std::nullopt;
  const std::string_view close = text.substr(cursor).starts_with('}') ? "" : "}";
  Offer offer(begin, std::string(text.substr(begin, cursor - begin)));
  for (const Name& known : sources.Variables())
    offer.Add(known.name + std::string(close), Kind::kValue, known.detail, true);
  for (const auto& [name, meaning] : kBuiltIn)
    offer.Add(std::string(name) + std::string(close), Kind::kValue, meaning, true);
  return offer.Take();
}

bool IsNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// After @: variables that the script has named so far, and variables that the prompt keeps.
std::optional<Completions> CompleteScriptVariable(const Place& place, Sources& sources) {
  if (place.inside != Inside::kNothing) return std::nullopt;
  const std::string_view text = place.text.substr(0, place.cursor);
  size_t begin = text.size();
  while (begin > 0 && IsNameCharacter(text[begin - 1])) --begin;
  if (begin == 0 || text[begin - 1] != '@') return std::nullopt;
  --begin;
  Offer offer(begin, std::string(text.substr(begin)));
  std::set<std::string> seen;
  const auto add = [&](std::string_view name, std::string_view detail) {
    if (seen.insert(ToLower(std::string(name))).second) {
      offer.Add(name, Kind::kRelation, detail, true);
    }
  };
  size_t line = 1;
  size_t at = 0;
  for (const syntax::ClassedToken& token : syntax::TextTokens(text.substr(0, begin))) {
    if (token.kind != syntax::TokenClass::kVariable) continue;
    line += static_cast<size_t>(std::ranges::count(text.substr(at, token.begin - at), '\n'));
    at = token.begin;
    const std::string_view name = text.substr(token.begin, token.end - token.begin);
    if (name.starts_with('@')) add(name, "of line " + std::to_string(line));
  }
  for (const Name& known : sources.ScriptVariables()) add("@" + known.name, known.detail);
  return offer.Take();
}

}  // namespace

Completions Complete(std::string_view text, size_t cursor, Sources& sources) {
  Completions nothing;
  nothing.begin = std::min(cursor, text.size());
  if (text.size() > kMaxText) return nothing;
  const Place place = PlaceOf(text, cursor);
  if (place.inside == Inside::kComment) return nothing;
  if (sources.Setting("paisql.variables") != "off") {
    if (std::optional<Completions> found = CompleteVariable(text, place.cursor, sources))
      return *std::move(found);
  }
  if (std::optional<Completions> found = CompleteScriptVariable(place, sources))
    return *std::move(found);
  if (std::optional<Completions> found = CompleteCommand(place, sources)) return *std::move(found);
  if (std::optional<Completions> found = CompleteShellCommand(place, sources))
    return *std::move(found);
  // A value in quotes is completed after its quote, a name with its back-tick.
  const bool string = place.inside == Inside::kString;
  Offer offer(place.word_begin + (string ? 1 : 0), place.typed);
  CompleteStatement(place, sources, offer);
  OfferSpelledCommands(place, sources, offer);
  return offer.Take();
}

std::string CommonBeginning(const Completions& completions, std::string_view typed) {
  if (completions.items.empty() || !completions.whole) return std::string(typed);
  std::string_view common = completions.items.front().text;
  for (const Item& item : completions.items) {
    size_t length = 0;
    const auto same = [&](size_t i) {
      return std::tolower(static_cast<unsigned char>(common[i])) ==
             std::tolower(static_cast<unsigned char>(item.text[i]));
    };
    while (length < common.size() && length < item.text.size() && same(length)) ++length;
    common = common.substr(0, length);
  }
  // No half characters.
  while (!common.empty() && common.size() < completions.items.front().text.size() &&
         (static_cast<unsigned char>(completions.items.front().text[common.size()]) & 0xC0) == 0x80)
    common.remove_suffix(1);
  if (common.size() < typed.size()) return std::string(typed);
  return std::string(common);
}

}  // namespace paisql::completion
