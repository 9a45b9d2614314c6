#include "completion/command.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "completion/arguments.h"
#include "completion/offer.h"
#include "session/settings/service_property_names.h"

namespace paisql::completion {

namespace {

// The words that may follow a word of a statement about services.
struct ServiceWords {
  std::string_view before;  // "" for the service's name
  std::string_view verbs;
  std::array<std::string_view, 4> next;
};
constexpr ServiceWords kServiceWords[] = {
    {"", "DEPLOY", {"USING"}},
    {"", "ALTER", {"SET PROPERTIES", "USING"}},
    {"", "RELEASE", {"MODEL", "WEIGHT", "MIRROR"}},
    {"", "SWITCH", {"TO VERSION"}},
    {"USING", "DEPLOY|ALTER|RELEASE", {"MODEL", "PROCESSOR"}},
};

// The last sign of PROPERTIES ('a'='b', 'c'= that stands in no quotes; 0 where none does.
char LastSign(std::string_view text) {
  char quote = 0;
  char sign = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '(' || c == ',' || c == '=' || c == ')') {
      sign = c;
    }
  }
  return sign;
}

// Names in the brackets of PROPERTIES; nullopt where the cursor is somewhere else.
std::optional<Completions> CompleteProperty(const std::vector<RawWord>& words) {
  static constexpr std::string_view kProperties = "PROPERTIES";
  const auto begin = std::find_if(words.begin() + 2, words.end(), [](const RawWord& word) {
    return EqualsIgnoreCase(word.text.substr(0, kProperties.size()), kProperties);
  });
  if (begin == words.end()) return std::nullopt;
  const RawWord& last = words.back();
  const char* const first = begin->text.data();
  const char sign =
      LastSign({first, static_cast<size_t>(last.text.data() + last.text.size() - first)});
  if (sign == 0) return std::nullopt;
  if (sign != '(' && sign != ',') return Completions();
  Offer offer = OfferFor(last, last.text.find_last_of("(,") + 1);
  const std::string quote(1, last.quote == 0 ? '\'' : last.quote);
  const std::string opens = last.quote == 0 ? quote : "";
  for (const session::ServicePropertyName& one : session::ServicePropertyNames()) {
    offer.Add(opens + std::string(one.name) + quote + "=" + quote, Kind::kValue, one.help, true);
  }
  return offer.Take();
}

}  // namespace

Completions CompleteService(const std::vector<RawWord>& words, Sources& sources) {
  if (std::optional<Completions> property = CompleteProperty(words)) return *std::move(property);
  Offer offer = OfferFor(words.back());
  const std::string_view verb = words[0].text;
  const size_t number = words.size() - 3;  // 0: the first word after SERVICE
  if (number == 0) {
    if (EqualsIgnoreCase(verb, "DEPLOY")) return {};
    for (const Name& service : sources.Services(offer.typed())) {
      offer.Add(service.name, Kind::kResource, service.detail);
    }
    return offer.Take();
  }
  const std::string_view before = words[words.size() - 2].text;
  if (EqualsIgnoreCase(before, "MODEL")) {
    for (const Name& model : sources.Models(offer.typed())) {
      offer.Add(model.name, Kind::kResource, model.detail);
    }
    return offer.Take();
  }
  for (const ServiceWords& row : kServiceWords) {
    const bool fits = row.before.empty() ? number == 1 : EqualsIgnoreCase(row.before, before);
    if (!fits || !IsOneOf(row.verbs, verb)) continue;
    for (const std::string_view word : row.next) {
      if (!word.empty()) offer.Add(word, Kind::kKeyword);
    }
  }
  if (number > 2 && EqualsIgnoreCase(words[words.size() - 3].text, "MODEL")) {
    offer.Add("VERSION", Kind::kKeyword);
  }
  return offer.Take();
}

}  // namespace paisql::completion
