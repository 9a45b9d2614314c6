#include "session/statements/storage/oss_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::session {

namespace {

Error Wrong(const std::string& detail, const SourceRange& range, std::string_view usage) {
  return Error{ErrorCode::kInvalidCommand, detail, range, "write " + std::string(usage)};
}

}  // namespace

Result<OssArguments> ReadOssArguments(std::span<const syntax::Word> words,
                                      std::span<const OssOption> options, size_t least, size_t most,
                                      std::string_view usage) {
  OssArguments arguments;
  arguments.range = words.front().range;
  for (size_t i = 1; i < words.size(); ++i) {
    const syntax::Word& word = words[i];
    if (!word.text.starts_with('-')) {
      arguments.operands.push_back(word);
      continue;
    }
    const auto known = std::find_if(options.begin(), options.end(), [&](const OssOption& option) {
      return option.name == word.text || option.full == word.text;
    });
    if (known == options.end()) {
      return Wrong("there is no option '" + word.text + "'", word.range, usage);
    }
    arguments.flags.insert(known->name);
    if (!known->number) continue;
    const int64_t number = i + 1 < words.size() ? WholeNumberOr(words[i + 1].text, -1) : -1;
    if (number < 0) return Wrong(word.text + " needs a whole number", word.range, usage);
    arguments.numbers[known->name] = number;
    ++i;
  }
  const size_t count = arguments.operands.size();
  if (count < least || count > most) {
    const SourceRange& range = count > most ? arguments.operands[most].range : arguments.range;
    return Wrong(count > most ? "this is one name too many" : "a name is missing", range, usage);
  }
  return arguments;
}

Status RunVerb(std::string_view command, std::span<const OssVerb> verbs,
               std::span<const syntax::Word> words, const SourceRange& range,
               const std::set<std::string_view>& flags, Run& run) {
  std::vector<std::string> names;
  for (const OssVerb& verb : verbs) {
    names.emplace_back(verb.name);
    if (words.empty() || !EqualsIgnoreCase(words[0].text, verb.name)) continue;
    PAISQL_ASSIGN(OssArguments arguments,
                  ReadOssArguments(words, verb.options, verb.least, verb.most, verb.usage));
    arguments.flags.insert(flags.begin(), flags.end());
    return verb.run(arguments, run);
  }
  const std::string all = fmt::format("there are {} {}", command, Join(names, ", "));
  if (words.empty()) {
    return Error{ErrorCode::kInvalidCommand, std::string(command) + " of nothing", range, all};
  }
  const bool upper = names.front() == ToUpper(names.front());
  const std::string& written = words[0].text;
  const std::string near = DidYouMean(upper ? ToUpper(written) : ToLower(written), names);
  return Error{ErrorCode::kInvalidCommand,
               fmt::format("there is no command {} {}", command, written), words[0].range,
               near.empty() ? all : near};
}

oss::Caller OssCallerOf(Run& run) { return OssCallerOf(run.state); }

Status ShowOss(const Answer& answer, Run& run) {
  PAISQL_TRY(run.out.Show(answer));
  if (run.state.KeptRows() > 0) run.state.last_result().Set(answer);
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
