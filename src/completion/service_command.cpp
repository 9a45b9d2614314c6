#include "completion/service_command.h"

#include <array>

#include "base/text.h"
#include "completion/arguments.h"

namespace paisql::completion {

namespace {

// What may follow a word of a statement about services.
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
    {"USING", "DEPLOY|ALTER|RELEASE", {"MODEL"}},
};

bool IsOneOf(std::string_view verbs, std::string_view verb) {
  for (const std::string& one : Split(std::string(verbs), '|')) {
    if (EqualsIgnoreCase(one, verb)) return true;
  }
  return false;
}

}  // namespace

Completions CompleteService(const std::vector<RawWord>& words, Sources& sources) {
  Offer offer = OfferFor(words.back());
  const std::string_view verb = words[0].text;
  const size_t number = words.size() - 3;  // 0: the first word behind SERVICE
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
