#include "completion/command.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "completion/arguments.h"
#include "completion/reading/words.h"
#include "pai/components.h"
#include "tunnel/options.h"

namespace paisql::completion {

namespace {

struct CommandContext {
  const Place& place;
  Sources& sources;
  std::vector<RawWord> words;  // from the statement's first to the one at the cursor
  size_t verb = 1;             // how many of them name the command

  const RawWord& word() const { return words.back(); }
  // 0: the first word after the command.
  size_t number() const { return words.size() - 1 - verb; }
};

Completions SettingsOfSet(CommandContext& context) {
  // Everything after SET is one key=value, whatever blanks stand around the sign.
  const RawWord& first = context.words[context.verb];
  const std::string_view tail =
      context.place.text.substr(first.begin, context.place.cursor - first.begin);
  const size_t equals = tail.find('=');
  const bool unset = EqualsIgnoreCase(context.words[0].text, "UNSET");
  if (equals == std::string_view::npos || unset) {
    if (context.number() > 0) return {};
    Offer offer = OfferFor(context.word());
    OfferSettings(unset ? "" : "=", unset, context.sources, offer);
    return offer.Take();
  }
  size_t skip = equals + 1;
  while (skip < tail.size() && tail[skip] == ' ') ++skip;
  const RawWord value{first.begin, tail, 0};
  Offer offer = OfferFor(value, skip);
  const char quote =
      skip < tail.size() && (tail[skip] == '\'' || tail[skip] == '"') ? tail[skip] : 0;
  OfferSettingValues(Trim(tail.substr(0, equals)), quote, context.sources, offer);
  return offer.Take();
}

bool IsOption(const RawWord& word) { return word.text.size() > 1 && word.text.front() == '-'; }

// Whether the next word is the option's value.
bool TakesNext(const RawWord& word, tunnel::TunnelCommand command) {
  return IsOption(word) && word.text.find('=') == std::string_view::npos &&
         tunnel::TunnelOptionTakesValue(word.text, command);
}

// Which argument the word at the cursor is, options and their values left out.
size_t ArgumentNumber(const CommandContext& context, tunnel::TunnelCommand command) {
  size_t number = 0;
  for (size_t i = context.verb + 1; i + 1 < context.words.size(); ++i) {
    if (!IsOption(context.words[i])) {
      ++number;
    } else if (TakesNext(context.words[i], command)) {
      ++i;
    }
  }
  return number;
}

Completions TunnelOptionValue(std::string_view option, size_t skip, tunnel::TunnelCommand command,
                              CommandContext& context) {
  Offer offer = OfferFor(context.word(), skip);
  for (const std::string& value : tunnel::TunnelOptionValues(option, command))
    offer.Add(value, Kind::kValue);
  while (option.starts_with('-')) option.remove_prefix(1);
  if (option == "tz" || option == "time-zone") OfferTimeZones(context.sources, offer);
  return offer.Take();
}

Completions Tunnel(CommandContext& context) {
  const RawWord& word = context.word();
  if (context.number() == 0) {
    Offer offer = OfferFor(word);
    const bool lower = !word.text.empty()
                           ? std::islower(static_cast<unsigned char>(word.text.back())) != 0
                           : ToLower(context.words[0].text) == context.words[0].text;
    for (const char* name : {"UPLOAD", "DOWNLOAD"})
      offer.Add(lower ? ToLower(name) : name, Kind::kKeyword);
    return offer.Take();
  }
  const std::string_view verb = context.words[context.verb].text;
  const bool upload = EqualsIgnoreCase(verb, "upload") || EqualsIgnoreCase(verb, "u");
  if (!upload && !EqualsIgnoreCase(verb, "download") && !EqualsIgnoreCase(verb, "d")) return {};
  const auto command = upload ? tunnel::TunnelCommand::kUpload : tunnel::TunnelCommand::kDownload;
  const RawWord& before = context.words[context.words.size() - 2];
  if (const size_t equals = word.text.find('='); equals != std::string_view::npos && IsOption(word))
    return TunnelOptionValue(word.text.substr(0, equals), equals + 1, command, context);
  if (word.text.starts_with('-')) {
    Offer offer = OfferFor(word);
    const auto options = tunnel::TunnelOptionNames(command);
    for (const tunnel::TunnelOptionName& option : options)
      offer.Add("-" + std::string(option.brief), Kind::kOption, option.help);
    // The long names, where somebody goes on to type one.
    for (const tunnel::TunnelOptionName& option : options) {
      if (word.text.size() > 2)
        offer.Add("-" + std::string(option.name), Kind::kOption, option.help);
    }
    return offer.Take();
  }
  if (TakesNext(before, command)) return TunnelOptionValue(before.text, 0, command, context);
  Offer offer = OfferFor(word);
  const size_t number = ArgumentNumber(context, command);
  if (number == (upload ? 0U : 1U)) {
    OfferFiles(word.quote, context.sources, offer);
  } else if (number == (upload ? 1U : 0U)) {
    OfferTablePath(false, context.sources, offer);
  }
  return offer.Take();
}

Completions File(CommandContext& context) {
  if (context.number() != 0) return {};
  Offer offer = OfferFor(context.word());
  OfferFiles(context.word().quote, context.sources, offer);
  return offer.Take();
}

// An oss:// name, or a file of this machine where one may stand.
Completions OssNames(CommandContext& context, bool with_files) {
  Offer offer = OfferFor(context.word());
  constexpr std::string_view kScheme = "oss://";
  const std::string typed = context.word().Plain();
  if (EqualsIgnoreCase(std::string_view(typed).substr(0, kScheme.size()), kScheme)) {
    OfferOssFiles(context.word().quote, context.sources, offer);
    return offer.Take();
  }
  offer.Add(kScheme, Kind::kValue, "", true);
  if (with_files) OfferFiles(context.word().quote, context.sources, offer);
  return offer.Take();
}

// OSS verb names
Completions Oss(CommandContext& context) {
  if (context.number() != 0) {
    return OssNames(context, EqualsIgnoreCase(context.words[context.verb].text, "CP"));
  }
  Offer offer = OfferFor(context.word());
  for (const std::string_view verb : {"LS", "CAT", "STAT", "CP", "RM"}) {
    offer.Add(verb, Kind::kKeyword);
  }
  return offer.Take();
}

// FS verb names
Completions Fs(CommandContext& context) {
  Offer offer = OfferFor(context.word());
  if (context.number() == 0) {
    for (const std::string_view verb :
         {"-mkv", "-mkp", "-ls", "-put", "-get", "-rm", "-rmp", "-rmv", "-meta"}) {
      offer.Add(verb, Kind::kOption);
    }
    return offer.Take();
  }
  const std::string_view verb = context.words[context.verb].text;
  const bool local = (EqualsIgnoreCase(verb, "-put") && context.number() == 1) ||
                     (EqualsIgnoreCase(verb, "-get") && context.number() == 2);
  if (local) OfferFiles(context.word().quote, context.sources, offer);
  return offer.Take();
}

Completions Resource(CommandContext& context) {
  if (context.number() != 0) return {};
  Offer offer = OfferFor(context.word());
  OfferResources(context.sources, offer);
  return offer.Take();
}

// GET RESOURCE name path
Completions GetResource(CommandContext& context) {
  if (context.number() == 0) return Resource(context);
  if (context.number() != 1) return {};
  Offer offer = OfferFor(context.word());
  OfferFiles(context.word().quote, context.sources, offer);
  return offer.Take();
}

Completions Variable(CommandContext& context) {
  if (context.number() != 0) return {};
  const bool unset = EqualsIgnoreCase(context.words[0].text, "UNSETVAR");
  Offer offer = OfferFor(context.word());
  for (const Name& known : context.sources.Variables())
    offer.Add(known.name + (unset ? "" : "="), Kind::kValue, known.detail, !unset);
  return offer.Take();
}

// The name, then what may follow it, and after FROM a place.
Completions Model(CommandContext& context) {
  Offer offer = OfferFor(context.word());
  const bool alter = EqualsIgnoreCase(context.words[0].text, "ALTER");
  const bool create = EqualsIgnoreCase(context.words[0].text, "CREATE");
  if (context.number() == 0) {
    if (create) return {};
    for (const Name& model : context.sources.Models(offer.typed())) {
      offer.Add(model.name, Kind::kResource, model.detail);
    }
    return offer.Take();
  }
  const std::string_view before = context.words[context.words.size() - 2].text;
  if (EqualsIgnoreCase(before, "FROM")) return OssNames(context, true);
  if (alter && context.number() == 1) {
    for (const char* word : {"ADD", "DROP", "SET"}) offer.Add(word, Kind::kKeyword);
  } else if (alter && context.number() == 2) {
    offer.Add(EqualsIgnoreCase(before, "SET") ? "DEFAULT_VERSION" : "VERSION", Kind::kKeyword);
  } else if ((create && context.number() == 1) || (alter && EqualsIgnoreCase(before, "VERSION"))) {
    offer.Add("FROM", Kind::kKeyword);
  }
  return offer.Take();
}

Completions Service(CommandContext& context) {
  return CompleteService(context.words, context.sources);
}

Completions Project(CommandContext& context) {
  if (context.number() != 0) return {};
  Offer offer = OfferFor(context.word());
  OfferAllProjects(context.sources, offer);
  return offer.Take();
}

Completions Job(CommandContext& context) {
  if (context.number() != 0) return {};
  const std::string_view verb = context.words[0].text;
  Offer offer = OfferFor(context.word());
  OfferJobs(EqualsIgnoreCase(verb, "WAIT") || EqualsIgnoreCase(verb, "KILL"), context.sources,
            offer);
  return offer.Take();
}

Completions Help(CommandContext& context) {
  Offer offer = OfferFor(context.word());
  if (context.number() == 0) {
    OfferHelpTopics(context.sources, offer);
  } else if (context.number() == 1 && EqualsIgnoreCase(context.words[context.verb].text, "PAI")) {
    for (const std::string& name : pai::OfferedComponents().Names())
      offer.Add(name, Kind::kAlgorithm);
  }
  return offer.Take();
}

Completions Pai(CommandContext& context) { return CompletePai(context.place, context.sources); }

struct CommandRule {
  // The words that name the command, each with its spellings.
  std::array<std::string_view, 2> words;
  Completions (*complete)(CommandContext& context);
};

constexpr CommandRule kCommandRules[] = {
    {{"SET|UNSET", ""}, SettingsOfSet},
    {{"SETVAR|UNSETVAR", ""}, Variable},
    {{"SOURCE", ""}, File},
    {{"TUNNEL", ""}, Tunnel},
    {{"PAI", ""}, Pai},
    {{"ADD", "FILE|ARCHIVE|PY|JAR"}, File},
    {{"OSS", ""}, Oss},
    {{"FS", ""}, Fs},
    {{"DROP", "RESOURCE"}, Resource},
    {{"GET", "RESOURCE"}, GetResource},
    {{"CREATE|ALTER|DROP|DESC|DESCRIBE", "MODEL"}, Model},
    {{"DEPLOY|ALTER|DROP|START|STOP|RELEASE|SWITCH|ROLLBACK|DESC|DESCRIBE", "SERVICE"}, Service},
    {{"DESC|DESCRIBE", "RESOURCE"}, Resource},
    {{"DESC|DESCRIBE", "PROJECT"}, Project},
    {{"DESC|DESCRIBE", "INSTANCE"}, Job},
    {{"WAIT|STATUS|KILL|LOG|RERUN", ""}, Job},
    {{"HELP|H", ""}, Help},
};

bool IsSpelling(std::string_view spellings, std::string_view word) {
  for (const std::string& spelling : Split(std::string(spellings), '|')) {
    if (EqualsIgnoreCase(spelling, word)) return true;
  }
  return false;
}

}  // namespace

std::optional<Completions> CompleteCommand(const Place& place, Sources& sources) {
  std::vector<RawWord> words = RawWords(place.text, place.statement_begin, place.cursor);
  for (const CommandRule& rule : kCommandRules) {
    const size_t verb = rule.words[1].empty() ? 1 : 2;
    if (words.size() <= verb) continue;
    bool fits = true;
    for (size_t i = 0; i < verb; ++i) fits = fits && IsSpelling(rule.words[i], words[i].text);
    if (!fits) continue;
    CommandContext context{place, sources, std::move(words), verb};
    return rule.complete(context);
  }
  return std::nullopt;
}

}  // namespace paisql::completion
