#include "session/statements/storage/oss_words.h"

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

oss::Caller OssCallerOf(Run& run) { return OssCallerOf(run.state); }

Status ShowOss(const Answer& answer, Run& run) {
  PAISQL_TRY(run.out.Show(answer));
  if (run.state.KeptRows() > 0) run.state.last_result().Set(answer);
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
