#include "session/help/topics.h"

#include <algorithm>

#include "base/text.h"
#include "pai/components.h"
#include "session/help/topic.h"
#include "session/help_topics.h"
#include "store/function_catalog.h"

namespace paisql::session {

namespace {

void Add(std::string_view kind, std::span<const Topic> topics, std::vector<HelpEntry>& entries) {
  for (const Topic& topic : topics) {
    entries.push_back({kind, std::string(topic.name), std::string(topic.summary), topic.words});
  }
}

bool HasWord(const HelpEntry& entry, const std::string& word, messages::Language language) {
  const bool pattern = word.find_first_of("*%") != std::string::npos;
  const std::string wanted = pattern ? word : "*" + word + "*";
  return MatchesStarPattern(wanted, entry.name) || MatchesStarPattern(wanted, entry.summary) ||
         MatchesStarPattern(wanted, messages::Translate(language, entry.summary)) ||
         (!entry.words.empty() && MatchesStarPattern(wanted, entry.words));
}

}  // namespace

std::vector<std::string> HelpTopics() {
  std::vector<std::string> names;
  for (const auto topics : {StatementTopics(), ClauseTopics(), HintTopics(), PromptTopics()}) {
    for (const Topic& topic : topics) names.emplace_back(topic.name);
  }
  for (const ErrorMeaning& meaning : ErrorMeanings())
    names.emplace_back(ErrorCodeName(meaning.code));
  return names;
}

std::vector<HelpEntry> HelpEntries(State& state) {
  std::vector<HelpEntry> entries;
  Add("statement", StatementTopics(), entries);
  Add("clause", ClauseTopics(), entries);
  Add("hint", HintTopics(), entries);
  Add("prompt", PromptTopics(), entries);
  const auto own = store::FunctionCatalog(state.catalog()).List(state.Place());
  if (own.ok() && !state.permissions().limited()) {
    for (const store::UserFunction& function : *own) {
      entries.push_back({"function", function.name, "class " + function.class_name, ""});
    }
  }
  const names::Names meanings = state.Names();
  for (const std::string& name : meanings.FunctionNames()) {
    const auto owned = meanings.Function(name);
    if (owned) entries.push_back({"function", name, std::string(owned->function->help), ""});
  }
  for (const Setting& setting : KnownSettings()) {
    entries.push_back({"setting", std::string(setting.name), std::string(setting.help), ""});
  }
  for (const pai::Component& component : pai::OfferedComponents().rows()) {
    for (const std::string_view name : component.names) {
      entries.push_back({"algorithm", std::string(name), std::string(component.title), ""});
    }
  }
  for (const ErrorMeaning& meaning : ErrorMeanings()) {
    entries.push_back({"error", std::string(ErrorCodeName(meaning.code)),
                       std::string(ErrorCodeText(meaning.code)), ""});
  }
  return entries;
}

std::vector<HelpEntry> FindHelp(State& state, const std::vector<std::string>& words) {
  std::vector<HelpEntry> found = HelpEntries(state);
  std::erase_if(found, [&](const HelpEntry& entry) {
    return !std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return HasWord(entry, word, state.Language());
    });
  });
  return found;
}

}  // namespace paisql::session
