// HELP: the page of a topic, of all topics, or of those that a search finds.

#include <fmt/format.h>

#include <algorithm>

#include "base/display/columns.h"
#include "base/text.h"
#include "functions/examples.h"
#include "functions/groups.h"
#include "pai/components.h"
#include "session/display/layout.h"
#include "session/help/page.h"
#include "session/help/topic.h"
#include "session/help/topics.h"
#include "store/function_catalog.h"
#include "tunnel/options.h"

namespace paisql::session {

namespace {

constexpr size_t kNameWidth = 18;
constexpr size_t kFunctionWidth = 24;  // of most names of functions

void ListTopics(std::span<const Topic> topics, HelpPage& page) {
  for (const Topic& topic : topics) page.Entry(topic.name, topic.summary, kNameWidth);
}

void AddOverview(HelpPage& page) {
  page.Say("Statements:");
  ListTopics(StatementTopics(), page);
  page.Blank();
  page.Say("Clauses, types and partitions:");
  ListTopics(ClauseTopics(), page);
  page.Blank();
  page.Say("Hints:");
  ListTopics(HintTopics(), page);
  page.Blank();
  page.Say("The prompt and scripts:");
  ListTopics(PromptTopics(), page);
  page.Blank();
  page.Say(
      "HELP topic; tells more of one of these, of a function, a setting, an algorithm of PAI or "
      "the "
      "code of an error.");
  page.Say(
      "HELP LIKE words; looks for topics. HELP SET; lists the settings, HELP FUNCTIONS; the groups "
      "of functions.");
}

void AddSettings(HelpPage& page) {
  page.Blank();
  page.Say("The settings:");
  for (const Setting& setting : KnownSettings()) {
    page.Entry(std::string(setting.name) + "=" + std::string(setting.default_value), setting.help,
               48);
  }
}

// Text that HELP prints after the tables' own words.
struct Appendix {
  std::string_view topic;
  void (*add)(HelpPage& page);
};
constexpr Appendix kAppendices[] = {
    {"SET", AddSettings},
    {"TUNNEL", [](HelpPage& page) { page.Lines(tunnel::TunnelHelp(), 0); }},
    {"PAI", [](HelpPage& page) { page.Lines(pai::AlgorithmsHelp(), 0); }},
};

void AddTopic(const Topic& topic, HelpPage& page) {
  page.Blank();
  page.Entry(topic.name, topic.summary, 0);
  page.Lines(topic.syntax, 2);
  if (!topic.text.empty()) {
    for (const std::string& line : Split(topic.text, '\n')) page.Say(line);
  }
  for (const Appendix& appendix : kAppendices) {
    if (appendix.topic == topic.name) appendix.add(page);
  }
  page.Example(topic.example);
}

bool HasName(const Topic& topic, std::string_view name) {
  if (EqualsIgnoreCase(topic.name, name)) return true;
  const std::vector<std::string> words = Split(topic.words, '|');
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return EqualsIgnoreCase(word, name); });
}

void AddTopics(std::string_view name, HelpPage& page) {
  for (const auto topics : {StatementTopics(), ClauseTopics(), HintTopics(), PromptTopics()}) {
    for (const Topic& topic : topics) {
      if (HasName(topic, name)) AddTopic(topic, page);
    }
  }
}

// The calls of a function or operator; modes that have the same one show it once.
void AddCalls(const functions::Function& function, const std::string& name, HelpPage& page) {
  page.Blank();
  page.Entry(name, function.help, 0);
  std::vector<std::string_view> shown;
  for (const functions::Overload& overload : function.overloads) {
    if (std::find(shown.begin(), shown.end(), overload.signature) != shown.end()) continue;
    shown.push_back(overload.signature);
    page.Line("  " + name + std::string(overload.signature));
  }
}

// A function of users of the current project; a user who may not read it is told nothing.
void AddOwnFunction(const std::string& name, Run& run, HelpPage& page) {
  const std::string place = run.state.Place();
  const auto allowed = [&](const std::string& owner) {
    return run.state.permissions()
        .Require({.type = "function",
                  .project = place,
                  .object = name,
                  .action = "Read",
                  .owner = owner},
                 run.state.project)
        .ok();
  };
  const auto add = [&](const std::string& called, const std::string& made_of,
                       const std::string& call) {
    page.Blank();
    page.Entry(called, made_of, 0);
    page.Line("  " + called + call);
    page.Say(fmt::format("DESC FUNCTION {}; tells more of it.", called));
  };
  const auto own = store::FunctionCatalog(run.state.catalog()).Find(place, name);
  if (own.ok() && own->has_value()) {
    const store::UserFunction& function = **own;
    if (!allowed(function.owner)) return;
    add(function.name,
        fmt::format("class {} of {}", function.class_name, Join(function.resources, ", ")),
        store::CallText(function.form, function.signature));
    return;
  }
  const auto row = run.state.catalog().FindTable(place, analysis::FunctionKey(name));
  if (!row.ok() || !row->has_value() || !allowed((*row)->owner)) return;
  add(ToLower(name), "a SQL function of the project", store::CallText("sql", (*row)->view_text));
}

void AddFunction(std::string_view name, Run& run, HelpPage& page) {
  AddOwnFunction(std::string(name), run, page);
  const std::string lower = ToLower(name);
  const auto owned = run.state.Names().Function(std::string(name));
  if (!owned) {
    const functions::Function* symbol = functions::FindOperator(lower);
    if (symbol != nullptr) AddCalls(*symbol, lower, page);
    return;
  }
  AddCalls(*owned->function, lower, page);
  const functions::FunctionExample* example = functions::ExampleOf(owned->function->name);
  if (example == nullptr && !owned->function->alias_of.empty()) {
    example = functions::ExampleOf(ToLower(owned->function->alias_of));
  }
  if (example == nullptr) return;
  page.Example(example->statement);
  page.Say("Its answer:");
  page.Lines(example->answer, 4);
}

// HELP FUNCTIONS lists the groups, HELP date functions what is in those of dates.
void AddFunctionGroups(const std::vector<syntax::Word>& words, HelpPage& page) {
  const std::string& last = words.back().text;
  if (!EqualsIgnoreCase(last, "functions") && !EqualsIgnoreCase(last, "function")) return;
  if (words.size() == 1) {
    page.Say("The groups of functions:");
    for (const functions::FunctionGroup& group : functions::GroupsOf("")) {
      page.Line(fmt::format("  {} ({})", group.title, group.functions.size()));
    }
    page.Blank();
    page.Say("HELP date functions; lists the functions of dates, HELP name; explains one.");
    return;
  }
  if (words.size() > 2) return;
  for (const functions::FunctionGroup& group : functions::GroupsOf(words.front().text)) {
    page.Blank();
    page.Line(std::string(group.title) + ":");
    for (const functions::Function* function : group.functions) {
      page.Entry(function->name, function->help, kFunctionWidth);
    }
  }
}

std::string ValuesOf(const Setting& setting) {
  if (setting.type == SettingType::kBoolean) return "true, false";
  if (!setting.choices.empty()) return Join(Split(setting.choices, '|'), ", ");
  return "";
}

void AddSetting(std::string_view name, Run& run, HelpPage& page) {
  const Setting* setting = FindSetting(name);
  if (setting == nullptr) return;
  page.Blank();
  page.Entry(setting->name, setting->help, 0);
  const std::string values = ValuesOf(*setting);
  if (!values.empty()) page.Say(fmt::format("Its values: {}", values));
  page.Say(fmt::format("Without SET: {}",
                       setting->default_value.empty() ? "''" : setting->default_value));
  page.Say(fmt::format("Now: {}", run.state.settings().Get(setting->name)));
}

void AddError(std::string_view name, HelpPage& page) {
  name = name.substr(0, name.find(':'));  // of ODPS-0130161:[1,8]
  for (const ErrorMeaning& meaning : ErrorMeanings()) {
    const std::string_view code = ErrorCodeName(meaning.code);
    // 0130161 is enough.
    if (!EqualsIgnoreCase(code, name) && code.substr(code.find('-') + 1) != name) continue;
    page.Blank();
    page.Entry(code, ErrorCodeText(meaning.code), 0);
    page.Say(fmt::format("It comes when: {}", meaning.when));
    for (const ErrorExample& example : ErrorExamples()) {
      if (example.code != meaning.code) continue;
      page.Blank();
      page.Say(fmt::format("Cause: {}", example.about));
      page.Lines(example.causes, 4);
      page.Say("Instead:");
      page.Lines(example.cured, 4);
    }
  }
}

// HELP PAI name, and HELP name: the algorithm's parameters.
void AddAlgorithm(std::string_view name, HelpPage& page) {
  const std::optional<pai::Algorithm> algorithm = pai::OfferedComponents().Find(name);
  if (!algorithm.has_value()) return;
  page.Blank();
  const std::string help = pai::HelpText(*algorithm);
  const size_t example = help.find("\nExample");
  page.Lines(std::string_view(help).substr(0, example), 0);
  if (example != std::string::npos) page.Verbatim(std::string_view(help).substr(example), 0);
}

Error NoAlgorithm(const syntax::Word& word) {
  const std::string what(pai::KnownElsewhere(word.text).what);
  if (!what.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "algorithm '" + word.text + "' is " + what + ", and is not offered", word.range,
                 "HELP PAI; lists the algorithms"};
  }
  return Error{ErrorCode::kAlgorithmNotFound, "no algorithm " + word.text, word.range,
               DidYouMean(word.text, pai::OfferedComponents().Names())};
}

// The topics that an unknown word may have meant: first those whose name has it as a part.
std::string NearestTopics(const std::string& asked, Run& run) {
  constexpr size_t kMostNamed = 3;
  std::vector<std::string> names;
  std::vector<std::string> holders;
  for (const HelpEntry& entry : HelpEntries(run.state)) {
    if (MatchesStarPattern("*" + asked + "*", entry.name))
      holders.push_back("'" + entry.name + "'");
    names.push_back(entry.name);
    if (entry.words.empty()) continue;
    for (std::string& word : Split(entry.words, '|')) names.push_back(std::move(word));
  }
  if (!holders.empty() && holders.size() <= kMostNamed) {
    return "did you mean " + Join(holders, " or ") + "?";
  }
  if (!holders.empty() || !FindHelp(run.state, {asked}).empty()) {
    return fmt::format("HELP LIKE {}; lists the topics that name it", asked);
  }
  const std::string near = DidYouMean(asked, names);
  return near.empty() ? "HELP; lists the topics" : near;
}

Error NoTopic(const std::string& asked, const SourceRange& range, Run& run) {
  return Error{ErrorCode::kInvalidCommand, "no help for " + asked, range,
               NearestTopics(asked, run)};
}

Status AddFound(const syntax::HelpStatement& statement, Run& run, HelpPage& page) {
  std::vector<std::string> words;
  for (size_t i = 1; i < statement.words.size(); ++i) words.push_back(statement.words[i].text);
  const std::vector<HelpEntry> found = FindHelp(run.state, words);
  if (found.empty()) {
    return Error{ErrorCode::kInvalidCommand, "no topic is like " + Join(words, " "),
                 statement.words[1].range, "HELP; lists the topics"};
  }
  size_t width = 0;
  for (const HelpEntry& entry : found) width = std::max(width, entry.name.size());
  for (const HelpEntry& entry : found) {
    page.Line("  " + Pad(entry.kind, 9) + "  " + Pad(entry.name, width) + "  " +
              messages::Translate(page.language(), entry.summary));
  }
  return Status::Ok();
}

// Whatever has the name: a word may be a statement and a function.
void AddAll(const std::string& name, Run& run, HelpPage& page) {
  AddTopics(name, page);
  AddFunction(name, run, page);
  AddSetting(name, run, page);
  AddAlgorithm(name, page);
  AddError(name, page);
}

// The prompt takes HELP's line without a semicolon. In a script the next statement would be taken
// for a part of the topic, and be lost.
Status CheckIsOneLine(const std::vector<syntax::Word>& words) {
  for (const syntax::Word& word : words) {
    if (word.range.line == 1) continue;
    return Error{ErrorCode::kParse, "'" + word.text + "' is not part of HELP, which is one line",
                 word.range, "in a script HELP ends with a semicolon, too"};
  }
  return Status::Ok();
}

Status Fill(const syntax::HelpStatement& statement, Run& run, HelpPage& page) {
  const std::vector<syntax::Word>& words = statement.words;
  PAISQL_TRY(CheckIsOneLine(words));
  if (words.empty()) {
    AddOverview(page);
    return Status::Ok();
  }
  const std::string& first = words.front().text;
  if (words.size() > 1 && EqualsIgnoreCase(first, "like")) return AddFound(statement, run, page);
  if (words.size() > 1 && EqualsIgnoreCase(first, "pai")) {
    AddAlgorithm(words[1].text, page);
    return page.empty() ? Status(NoAlgorithm(words[1])) : Status::Ok();
  }
  AddFunctionGroups(words, page);
  if (!page.empty()) return Status::Ok();
  // HELP CREATE TABLE t; is about the longest beginning that is a topic.
  std::string asked;
  for (const syntax::Word& word : words) asked += (asked.empty() ? "" : " ") + word.text;
  for (std::string name = asked; page.empty() && !name.empty();
       name.resize(name.find(' ') == std::string::npos ? 0 : name.rfind(' '))) {
    AddAll(name, run, page);
  }
  if (page.empty()) return NoTopic(asked, words.front().range, run);
  return Status::Ok();
}

}  // namespace

Status RunHelp(const syntax::HelpStatement& statement, Run& run) {
  HelpPage page(run.state.Language(), run.out.columns());
  PAISQL_TRY(Fill(statement, run, page));
  return run.out.Show(page.Take());
}

}  // namespace paisql::session
