#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "completion/arguments.h"
#include "completion/command.h"
#include "completion/offer.h"
#include "completion/reading/words.h"
#include "completion/statement.h"

namespace paisql::completion {

namespace {

constexpr std::string_view kFormatOption = "format=";

// The values of an argument, by the word that stands for it in the table of commands, or by the
// command where that word says too little.
struct ArgumentRule {
  std::string_view words;  // separated by '|'
  void (*offer)(const RawWord& word, Sources& sources, Offer& offer);
};

void Files(const RawWord& word, Sources& sources, Offer& offer) {
  OfferFiles(word.quote, sources, offer);
}
void Tables(const RawWord&, Sources& sources, Offer& offer) {
  OfferTablePath(true, sources, offer);
}
void Formats(const RawWord&, Sources& sources, Offer& offer) {
  for (const std::string& format : sources.Formats()) offer.Add(format, Kind::kValue);
}
void Settings(const RawWord&, Sources& sources, Offer& offer) {
  OfferSettings("", false, sources, offer);
}
void Jobs(const RawWord&, Sources& sources, Offer& offer) { OfferJobs(false, sources, offer); }
void Topics(const RawWord&, Sources& sources, Offer& offer) { OfferHelpTopics(sources, offer); }
void Projects(const RawWord&, Sources& sources, Offer& offer) { OfferAllProjects(sources, offer); }

void FunctionNames(const RawWord&, Sources& sources, Offer& offer) {
  OfferFunctionNames(true, sources, offer);
}
void Options(const RawWord&, Sources&, Offer& offer) {
  offer.Add(kFormatOption, Kind::kOption, "", true);
}

constexpr ArgumentRule kArgumentRules[] = {
    {"FILE|PATH", Files},      {"TABLE|T|VIEW", Tables}, {"FORMAT", Formats},
    {"SETTING|KEY", Settings}, {"JOB|ID", Jobs},         {"TOPIC|STATEMENT", Topics},
    {"PROJECT", Projects},     {"OPTIONS", Options},     {"TARGET", Files},
};

constexpr ArgumentRule kShellCommandRules[] = {
    {"\\d|\\d+|\\dt|\\dv", Tables},
    {"\\df", FunctionNames},
    {"\\l", Projects},
    {"\\format", Formats},
};

// "[FILE]" and "<file>" are FILE.
std::string_view Bare(std::string_view word) {
  constexpr std::string_view kAround = "[]<>.;";
  const size_t begin = word.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return "";
  return word.substr(begin, word.find_last_not_of(kAround) - begin + 1);
}

bool IsLower(std::string_view word) { return !word.empty() && ToLower(word) == word; }

void OfferArgument(const CommandName& command, size_t number, const RawWord& word, Sources& sources,
                   Offer& offer) {
  std::vector<std::string> arguments = Split(command.arguments, ' ');
  std::erase(arguments, "");
  if (number >= arguments.size()) return;
  for (const ArgumentRule& rule : kShellCommandRules) {
    if (IsOneOf(rule.words, command.names.front())) return rule.offer(word, sources, offer);
  }
  const std::vector<std::string> choices = Split(std::string(Bare(arguments[number])), '|');
  for (const std::string& choice : choices) {
    // If there are several, those in small letters are meant as they stand.
    if (choices.size() > 1 && IsLower(choice)) {
      offer.Add(choice, Kind::kValue);
      continue;
    }
    for (const ArgumentRule& rule : kArgumentRules) {
      if (IsOneOf(rule.words, choice)) rule.offer(word, sources, offer);
    }
  }
}

const CommandName* Find(const std::vector<CommandName>& commands, std::string_view word) {
  for (const CommandName& command : commands) {
    for (const std::string& name : command.names) {
      if (name.starts_with('\\') ? name == word : EqualsIgnoreCase(name, word)) return &command;
    }
  }
  return nullptr;
}

// Where the command begins in the text: at the statement's begin, or at a backslash after it.
std::optional<size_t> BeginOf(const Place& place, const std::vector<CommandName>& commands) {
  for (size_t i = place.before; i-- > 0;) {
    const Token& token = place.tokens[i];
    if (token.kind == syntax::TokenClass::kBackslashed) return token.begin;
  }
  if (place.front().starts_with('\\')) return place.statement_begin;
  const std::vector<RawWord> words = RawWords(place.text, place.statement_begin, place.cursor);
  const bool spelled =
      words.size() > 1 && place.statement_begin == place.text.find_first_not_of(" \t\r\n");
  if (!spelled) return std::nullopt;
  const CommandName* command = Find(commands, words.front().text);
  if (command == nullptr || command->arguments.empty()) return std::nullopt;
  return place.statement_begin;
}

}  // namespace

std::optional<Completions> CompleteShellCommand(const Place& place, Sources& sources) {
  const std::vector<CommandName>& commands = sources.Commands();
  const std::optional<size_t> begin = BeginOf(place, commands);
  if (!begin.has_value()) return std::nullopt;
  const std::vector<RawWord> words = RawWords(place.text, *begin, place.cursor);
  const RawWord& word = words.back();
  if (words.size() == 1) {
    Offer offer = OfferFor(word);
    for (const CommandName& command : commands) {
      for (const std::string& name : command.names) {
        if (name.starts_with('\\')) offer.Add(name, Kind::kCommand, command.help);
      }
    }
    return offer.Take();
  }
  if (BeginsWith(word.text, kFormatOption)) {
    Offer offer = OfferFor(word, kFormatOption.size());
    Formats(word, sources, offer);
    return offer.Take();
  }
  Offer offer = OfferFor(word);
  if (words[words.size() - 2].text == ">") {
    Files(word, sources, offer);
  } else if (const CommandName* command = Find(commands, words.front().text)) {
    OfferArgument(*command, words.size() - 2, word, sources, offer);
  }
  return offer.Take();
}

}  // namespace paisql::completion
