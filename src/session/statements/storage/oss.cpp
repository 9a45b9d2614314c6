// OSS LS, CAT, STAT, RM and CP: what the platform's ossutil tells of buckets, of those of the home.

#include <fmt/format.h>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "oss/copy.h"
#include "oss/place.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/confirm.h"
#include "session/statements/storage/handlers.h"
#include "session/statements/storage/oss_words.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

constexpr int64_t kMaxShownBytes = int64_t{64} << 20;

std::string KeyPrefix(const oss::OssUrl& url) {
  return url.key.empty() || !url.folder ? url.key : url.key + "/";
}

Status List(const OssArguments& arguments, Run& run) {
  if (arguments.operands.empty()) {
    syntax::ShowStatement all;
    PAISQL_ASSIGN(const Answer answer, ShowBuckets(all, run));
    return ShowOss(answer, run);
  }
  const syntax::Word& word = arguments.operands[0];
  PAISQL_ASSIGN(const oss::Place place, oss::FindPlace(word.text, word.range, OssCallerOf(run)));
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<oss::Object> objects,
                oss::ObjectsOf(place, KeyPrefix(place.url), arguments.Has("-d"), OssCallerOf(run)));
  const TimeZone zone = run.state.Zone();
  const bool brief = arguments.Has("-s");
  Answer answer;
  answer.columns = {"LastModifiedTime", "Size", "ObjectName"};
  if (!brief)
    answer.text = fmt::format("{:<19} {:>12}  {}\n", "LastModifiedTime", "Size(B)", "ObjectName");
  for (const oss::Object& object : objects) {
    const bool folder = object.key.ends_with('/');
    const std::string size = folder ? "" : std::to_string(object.bytes);
    const std::string time = zone.Format(object.modified_sec);
    const std::string name = place.Name(object.key);
    answer.rows.push_back({time, folder ? std::nullopt : std::optional(size), name});
    answer.text += (brief ? "" : fmt::format("{:<19} {:>12}  ", time, size)) + Visible(name) + "\n";
  }
  answer.text +=
      fmt::format("{} Number is: {}\n", arguments.Has("-d") ? "Object and Directory" : "Object",
                  objects.size());
  return ShowOss(answer, run);
}

// An error for a folder and for none.
Result<oss::Object> ObjectAt(const oss::Place& place, const syntax::Word& word) {
  PAISQL_ASSIGN(const std::optional<oss::Object> object, oss::LookAt(place, place.url.key));
  if (!object.has_value()) return oss::NoSuchObject(place);
  if (!object->key.ends_with('/')) return *object;
  return Error{ErrorCode::kInvalidCommand, place.Name(place.url.key) + " is a folder, no object",
               word.range, "OSS LS " + place.Name(place.url.key) + "/; lists what it holds"};
}

Status Cat(const OssArguments& arguments, Run& run) {
  const syntax::Word& word = arguments.operands[0];
  PAISQL_ASSIGN(const oss::Place place, oss::FindPlace(word.text, word.range, OssCallerOf(run)));
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const oss::Object object, ObjectAt(place, word));
  const auto head = arguments.numbers.find("-head");
  const auto tail = arguments.numbers.find("-tail");
  int64_t from = 0;
  int64_t count = object.bytes;
  if (head != arguments.numbers.end()) count = std::min(count, head->second);
  if (tail != arguments.numbers.end()) {
    from = std::max<int64_t>(0, count - tail->second);
    count -= from;
  }
  if (count > kMaxShownBytes) {
    return Error{
        ErrorCode::kInvalidCommand,
        word.text + " has " + BytesText(object.bytes) + ", which is much to look at", word.range,
        "-head " + std::to_string(kMaxShownBytes) + " shows its begin, OSS CP writes it to a file"};
  }
  Answer answer;
  PAISQL_ASSIGN(answer.text, oss::ReadPart(place, from, count));
  answer.columns = {"line"};
  if (!answer.text.empty() && !answer.text.ends_with('\n')) answer.text += '\n';
  for (std::string& line : Split(answer.text, '\n')) answer.rows.push_back({std::move(line)});
  if (!answer.rows.empty()) answer.rows.pop_back();  // after the last newline
  return ShowOss(answer, run);
}

Status Stat(const OssArguments& arguments, Run& run) {
  const syntax::Word& word = arguments.operands[0];
  PAISQL_ASSIGN(const oss::Place place, oss::FindPlace(word.text, word.range, OssCallerOf(run)));
  if (run.state.checking()) return Status::Ok();
  Answer answer;
  answer.columns = {"name", "value"};
  const auto add = [&](const std::string& name, const std::string& value) {
    answer.rows.push_back({name, value});
    answer.text += Pad(name, 16) + ": " + Visible(value) + "\n";
  };
  add("Bucket", place.url.bucket);
  if (place.url.key.empty()) {
    PAISQL_ASSIGN_AT(word.range, const oss::Bucket bucket,
                     oss::RequireBucket(run.state.home(), place.url.bucket));
    add("Location", bucket.folder);
    add("Last-Modified", run.state.Zone().Format(bucket.modified_sec));
    return ShowOss(answer, run);
  }
  PAISQL_ASSIGN(const oss::Object object, ObjectAt(place, word));
  add("Name", place.Name(place.url.key));
  add("Content-Length", std::to_string(object.bytes));
  add("Last-Modified", run.state.Zone().Format(object.modified_sec));
  if (place.store == nullptr) add("Path", place.path);
  return ShowOss(answer, run);
}

// The objects that RM takes away: one, or with -r all of a folder.
Result<std::vector<oss::Object>> ToRemove(const oss::Place& place, const OssArguments& arguments,
                                          Run& run) {
  const syntax::Word& word = arguments.operands[0];
  if (arguments.Has("-r")) {
    const std::string prefix = place.url.key.empty() ? "" : place.url.key + "/";
    return oss::ObjectsOf(place, prefix, false, OssCallerOf(run));
  }
  PAISQL_ASSIGN(const std::optional<oss::Object> object, oss::LookAt(place, place.url.key, true));
  if (!object.has_value()) return oss::NoSuchObject(place);
  if (object->key.ends_with('/')) {
    return Error{ErrorCode::kInvalidCommand, place.Name(place.url.key) + " is a folder", word.range,
                 "OSS RM -r removes all objects below it"};
  }
  return std::vector<oss::Object>{*object};
}

Status Remove(const OssArguments& arguments, Run& run) {
  const syntax::Word& word = arguments.operands[0];
  PAISQL_ASSIGN(const oss::Place place, oss::FindPlace(word.text, word.range, OssCallerOf(run)));
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<oss::Object> objects, ToRemove(place, arguments, run));
  if (arguments.Has("-r") && !arguments.Has("-f") && !objects.empty()) {
    PAISQL_TRY(
        Confirm(fmt::format("OSS RM -r {} removes {} objects. Go on?", word.text, objects.size()),
                "OSS RM was not confirmed, nothing is lost", word.range, run));
  }
  Answer answer;
  answer.columns = {"ObjectName"};
  PAISQL_TRY(oss::RemoveObjects(place, objects, OssCallerOf(run)));
  for (const oss::Object& object : objects) answer.rows.push_back({place.Name(object.key)});
  answer.text = fmt::format("Succeed: Total {0} objects. Removed {0} objects.\n", objects.size());
  return ShowOss(answer, run);
}

// CP: what exists already stays unless the statement says so.
Status Copy(const OssArguments& arguments, Run& run) {
  const oss::Caller caller = OssCallerOf(run);
  const auto read = [&](const syntax::Word& word) {
    return oss::ReadCopySide(word.text, run.state.ResolvePath(word.text), word.range, caller);
  };
  PAISQL_ASSIGN(const oss::CopySide from, read(arguments.operands[0]));
  PAISQL_ASSIGN(const oss::CopySide to, read(arguments.operands[1]));
  if (!from.place.has_value() && !to.place.has_value()) {
    return Error{ErrorCode::kInvalidCommand, "neither name begins with oss://", to.range,
                 "OSS CP copies to, from and between buckets"};
  }
  if (run.state.checking()) return Status::Ok();
  const oss::CopyOptions options = {arguments.Has("-r"), arguments.Has("-f"), arguments.Has("-u")};
  PAISQL_ASSIGN(const oss::Copied copied, oss::Copy(from, to, options, caller));
  Answer answer;
  answer.columns = {"From", "To", "Size"};
  int64_t bytes = 0;
  for (const oss::CopiedObject& object : copied.objects) {
    bytes += object.bytes;
    answer.rows.push_back({object.from_name, object.to_name, std::to_string(object.bytes)});
  }
  const std::string_view verb = !from.place.has_value() ? "upload"
                                : to.place.has_value()  ? "copy"
                                                        : "download";
  const size_t count = copied.objects.size();
  answer.text = fmt::format("Succeed: Total num: {}, size: {}. OK num: {}({} {} objects",
                            copied.found, bytes, copied.found, verb, count);
  if (count < copied.found) answer.text += fmt::format(", skip {} objects", copied.found - count);
  answer.text += ").\n";
  return ShowOss(answer, run);
}

constexpr OssOption kListOptions[] = {{"-d", "-directory"}, {"-s", "-short-format"}};
constexpr OssOption kCatOptions[] = {{"-head", "-head", true}, {"-tail", "-tail", true}};
constexpr OssOption kRemoveOptions[] = {{"-r", "-recursive"}, {"-f", "-force"}};
constexpr OssOption kCopyOptions[] = {{"-r", "-recursive"}, {"-f", "-force"}, {"-u", "-update"}};

constexpr OssVerb kVerbs[] = {
    {"LS", kListOptions, 0, 1, List, "OSS LS [oss://bucket/prefix] [-d] [-s]"},
    {"CAT", kCatOptions, 1, 1, Cat, "OSS CAT oss://bucket/key [-head bytes] [-tail bytes]"},
    {"STAT", {}, 1, 1, Stat, "OSS STAT oss://bucket[/key]"},
    {"RM", kRemoveOptions, 1, 1, Remove,
     "OSS RM oss://bucket/key, or OSS RM -r oss://bucket/folder/"},
    {"CP", kCopyOptions, 2, 2, Copy, "OSS CP [-r] [-f] [-u] from to, one of them an oss:// name"},
};

}  // namespace

Status RunOss(const syntax::OssStatement& statement, Run& run) {
  return RunVerb("OSS", kVerbs, statement.words, statement.range, {}, run);
}

}  // namespace paisql::session
