// OSS CP: files into buckets, out of them, and from one to another. What is there already stays
// unless the statement says so, and a target appears when it is complete.

#include <sys/stat.h>

#include <fmt/format.h>

#include <filesystem>

#include "session/statements/storage/copy_ends.h"
#include "session/statements/storage/oss_place.h"
#include "session/statements/storage/oss_words.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr size_t kCopyBytes = size_t{1} << 20;

// One side of the copy.
struct Side {
  syntax::Word word;
  std::optional<OssPlace> place;  // nothing: a file of this machine
  std::string path;     // of the file or folder, or its key in a bucket; without a slash at its end
  bool folder = false;  // names a folder by its form, or is one

  // The file or the key below a folder.
  std::string Below(const std::string& name) const {
    return path.empty() ? name : path + "/" + name;
  }
  // As the answer has it.
  std::string Name(const std::string& below) const {
    const std::string whole = below.empty() ? path : Below(below);
    return place.has_value() ? place->Name(whole) : whole;
  }
};

struct Item {
  std::string from;
  std::string to;
  std::string from_name;
  std::string to_name;
  int64_t bytes = 0;
  int64_t modified_sec = 0;
};

// nullopt for nothing; a folder has a slash at its key's end.
Result<std::optional<oss::Object>> LookAtSide(const Side& side, const std::string& path) {
  if (side.place.has_value()) return LookAt(*side.place, path, side.word);
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return std::optional<oss::Object>();
  const bool folder = S_ISDIR(info.st_mode);
  return std::optional(oss::Object{folder ? path + "/" : path, info.st_size, info.st_mtime});
}

Result<Side> ReadSide(const syntax::Word& word, Run& run) {
  Side side{word, {}, {}, false};
  if (oss::IsOssUrl(word.text)) {
    PAISQL_ASSIGN(side.place, FindPlace(word, run));
    side.path = side.place->url.key;
    side.folder = side.place->url.folder;
  } else {
    side.path = run.state.ResolvePath(word.text);
    side.folder = word.text.ends_with('/');
    while (side.path.size() > 1 && side.path.ends_with('/')) side.path.pop_back();
  }
  if (side.folder || run.state.checking()) return side;
  PAISQL_ASSIGN(const std::optional<oss::Object> there, LookAtSide(side, side.path));
  side.folder = there.has_value() && there->key.ends_with('/');
  return side;
}

Error Missing(const Side& side) {
  if (side.place.has_value()) return NoSuchObject(*side.place, side.word);
  return Error{ErrorCode::kIo, side.path + " does not exist", side.word.range,
               "relative paths start at the folder of the running .sql file, or at the current "
               "folder"};
}

// What lies below the side's folder, with keys from there on.
Result<std::vector<oss::Object>> ObjectsBelow(const Side& side, Run& run) {
  if (!side.place.has_value()) {
    PAISQL_ASSIGN_AT(
        side.word.range, std::vector<oss::Object> objects,
        oss::ListObjects({side.path, ""}, [&run] { return run.state.CheckInterrupted(); }));
    return objects;
  }
  const std::string prefix = side.path.empty() ? "" : side.path + "/";
  PAISQL_ASSIGN(std::vector<oss::Object> objects,
                ObjectsOf(*side.place, prefix, false, side.word, run));
  for (oss::Object& object : objects) object.key.erase(0, prefix.size());
  return objects;
}

Result<std::vector<Item>> ItemsOfFolder(const Side& from, const Side& to, Run& run) {
  PAISQL_ASSIGN(const std::optional<oss::Object> there, LookAtSide(from, from.path));
  if (!there.has_value() || !there->key.ends_with('/')) return Missing(from);
  PAISQL_ASSIGN(const std::vector<oss::Object> objects, ObjectsBelow(from, run));
  std::vector<Item> items;
  for (const oss::Object& object : objects) {
    items.push_back({from.Below(object.key), to.Below(object.key), from.Name(object.key),
                     to.Name(object.key), object.bytes, object.modified_sec});
  }
  return items;
}

Result<std::vector<Item>> ItemOfFile(const Side& from, const Side& to) {
  PAISQL_ASSIGN(const std::optional<oss::Object> there, LookAtSide(from, from.path));
  if (!there.has_value()) return Missing(from);
  if (there->key.ends_with('/')) {
    return Error{ErrorCode::kInvalidCommand, from.Name("") + " is a folder", from.word.range,
                 "OSS CP -r copies what it holds"};
  }
  const std::string below = to.folder ? fs::path(from.path).filename().string() : "";
  return std::vector<Item>{{from.path, below.empty() ? to.path : to.Below(below), from.Name(""),
                            to.Name(below), there->bytes, there->modified_sec}};
}

// Where the path of a side lies.
CopyEnd EndOf(const Side& side, const std::string& path) {
  if (!side.place.has_value()) return {path, nullptr, side.word.range};
  if (side.place->store != nullptr) return {path, side.place->store.get(), side.word.range};
  return {side.place->folder + "/" + path, nullptr, side.word.range};
}

Status CopyFile(const Side& from, const Side& to, const Item& item, Run& run) {
  PAISQL_ASSIGN(const std::unique_ptr<CopySource> source, OpenSource(EndOf(from, item.from)));
  PAISQL_ASSIGN(const std::unique_ptr<CopyTarget> target,
                OpenTarget(EndOf(to, item.to), run.state.stop_token()));
  std::vector<char> bytes(kCopyBytes);
  while (true) {
    PAISQL_TRY(run.state.CheckInterrupted());
    PAISQL_ASSIGN(const size_t count, source->Read(bytes.data(), bytes.size()));
    if (count == 0) return target->Finish();
    PAISQL_TRY(target->Write({bytes.data(), count}));
  }
}

// Without those that -u passes over; an error for one that would be replaced unasked, before
// anything is copied.
Result<std::vector<Item>> WithoutPresent(std::vector<Item> items, const Side& to,
                                         const OssArguments& arguments) {
  std::vector<Item> left;
  for (Item& item : items) {
    PAISQL_ASSIGN(const std::optional<oss::Object> there, LookAtSide(to, item.to));
    const bool present = there.has_value();
    if (present && there->key.ends_with('/')) {
      return Error{ErrorCode::kInvalidCommand, item.to_name + " is a folder",
                   arguments.operands[1].range, "put a '/' after it to copy into it"};
    }
    if (present && arguments.Has("-u") && there->modified_sec >= item.modified_sec) continue;
    if (present && !arguments.Has("-u") && !arguments.Has("-f")) {
      return Error{ErrorCode::kFileOperation, item.to_name + " is there already",
                   arguments.operands[1].range, "-f replaces it, -u only an older one"};
    }
    left.push_back(std::move(item));
  }
  return left;
}

}  // namespace

Status RunOssCopy(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const Side from, ReadSide(arguments.operands[0], run));
  PAISQL_ASSIGN(const Side to, ReadSide(arguments.operands[1], run));
  if (!from.place.has_value() && !to.place.has_value()) {
    return Error{ErrorCode::kInvalidCommand, "neither name begins with oss://", to.word.range,
                 "OSS CP copies to, from and between buckets"};
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_ASSIGN(std::vector<Item> all,
                arguments.Has("-r") ? ItemsOfFolder(from, to, run) : ItemOfFile(from, to));
  const size_t count = all.size();
  PAISQL_ASSIGN(const std::vector<Item> items, WithoutPresent(std::move(all), to, arguments));
  Answer answer;
  answer.columns = {"From", "To", "Size"};
  int64_t bytes = 0;
  for (const Item& item : items) {
    PAISQL_TRY_AT(to.word.range, CopyFile(from, to, item, run));
    bytes += item.bytes;
    answer.rows.push_back({item.from_name, item.to_name, std::to_string(item.bytes)});
  }
  const std::string_view verb = !from.place.has_value() ? "upload"
                                : to.place.has_value()  ? "copy"
                                                        : "download";
  answer.text = fmt::format("Succeed: Total num: {}, size: {}. OK num: {}({} {} objects", count,
                            bytes, count, verb, items.size());
  if (items.size() < count) answer.text += fmt::format(", skip {} objects", count - items.size());
  answer.text += ").\n";
  return ShowOss(answer, run);
}

}  // namespace paisql::session
