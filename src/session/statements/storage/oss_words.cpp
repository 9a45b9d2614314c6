#include "session/statements/storage/oss_words.h"

#include <algorithm>

#include "base/system/files.h"
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
    if (number < 0) return Wrong(word.text + " wants a whole number", word.range, usage);
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

Result<OssPlace> FindPlace(const syntax::Word& word, Run& run) {
  OssPlace place;
  PAISQL_ASSIGN_AT(word.range, place.url, oss::ParseOssUrl(word.text));
  place.folder = run.state.home().OssPath() + "/" + place.url.bucket;
  place.path = oss::LocalPath(run.state.home(), place.url);
  if (run.state.checking()) return place;
  PAISQL_TRY_AT(word.range, oss::RequireBucket(run.state.home(), place.url.bucket));
  return place;
}

Error NoSuchObject(const OssPlace& place, const syntax::Word& word) {
  const size_t slash = place.url.key.rfind('/');
  const size_t begin = slash == std::string::npos ? 0 : slash + 1;
  const auto names = ListFolder(ParentFolder(place.path));
  const std::string near =
      names.ok() ? DidYouMean(place.url.key.substr(begin), *names) : std::string();
  return Error{ErrorCode::kFileOperation, place.Name(place.url.key) + " does not exist", word.range,
               near.empty() ? "OSS LS oss://" + place.url.bucket + "/; lists the objects" : near};
}

Result<std::vector<oss::Object>> ObjectsOf(const oss::Walk& walk, Run& run) {
  return oss::ListObjects(walk, [&run] { return run.state.CheckInterrupted(); });
}

Status ShowOss(const Answer& answer, Run& run) {
  PAISQL_TRY(run.sink.Show(answer));
  if (run.state.KeptRows() > 0) run.state.last_result().Set(answer);
  run.sink.Done();
  return Status::Ok();
}

}  // namespace paisql::session
