// OSS CP: files into buckets, out of them, and from one to another. What is there already stays
// unless the statement says so, and a target appears when it is complete.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "base/system/files.h"
#include "base/system/new_file.h"
#include "session/statements/storage/oss_words.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr size_t kCopyBytes = size_t{1} << 20;

// One side of the copy.
struct Side {
  syntax::Word word;
  std::optional<OssPlace> place;  // nothing: a file of this machine
  std::string path;               // of the file or folder, without a slash at its end
  bool folder = false;            // names a folder by its form, or is one

  // As the answer has it.
  std::string Name(const std::string& below) const {
    const std::string under = below.empty() ? "" : "/" + below;
    if (!place.has_value()) return path + under;
    const std::string key = place->url.key + (place->url.key.empty() ? below : under);
    return place->Name(key);
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

Result<Side> ReadSide(const syntax::Word& word, Run& run) {
  Side side{word, {}, {}, false};
  if (oss::IsOssUrl(word.text)) {
    PAISQL_ASSIGN(side.place, FindPlace(word, run));
    side.path = side.place->path;
    side.folder = side.place->url.folder;
  } else {
    side.path = run.state.ResolvePath(word.text);
    side.folder = word.text.ends_with('/');
    while (side.path.size() > 1 && side.path.ends_with('/')) side.path.pop_back();
  }
  std::error_code code;
  side.folder = side.folder || fs::is_directory(side.path, code);
  return side;
}

Error Missing(const Side& side) {
  if (side.place.has_value()) return NoSuchObject(*side.place, side.word);
  return Error{ErrorCode::kIo, side.path + " does not exist", side.word.range,
               "relative paths start at the folder of the running .sql file, or at the current "
               "folder"};
}

Result<std::vector<Item>> ItemsOfFolder(const Side& from, const Side& to, Run& run) {
  std::error_code code;
  if (!fs::is_directory(from.path, code)) return Missing(from);
  PAISQL_ASSIGN_AT(from.word.range, const std::vector<oss::Object> objects,
                   ObjectsOf({from.path, ""}, run));
  std::vector<Item> items;
  for (const oss::Object& object : objects) {
    items.push_back({from.path + "/" + object.key, to.path + "/" + object.key,
                     from.Name(object.key), to.Name(object.key), object.bytes,
                     object.modified_sec});
  }
  return items;
}

Result<std::vector<Item>> ItemOfFile(const Side& from, const Side& to) {
  struct stat info = {};
  if (stat(from.path.c_str(), &info) != 0) return Missing(from);
  if (S_ISDIR(info.st_mode)) {
    return Error{ErrorCode::kInvalidCommand, from.Name("") + " is a folder", from.word.range,
                 "OSS CP -r copies what it holds"};
  }
  const std::string below = to.folder ? fs::path(from.path).filename().string() : "";
  return std::vector<Item>{{from.path, below.empty() ? to.path : to.path + "/" + below,
                            from.Name(""), to.Name(below), info.st_size, info.st_mtime}};
}

Status CopyFile(const Item& item, Run& run) {
  const Descriptor source(open(item.from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.open()) return FileError("read", item.from, errno);
  PAISQL_TRY(MakeFolders(ParentFolder(item.to)));
  PAISQL_ASSIGN(const std::unique_ptr<NewFile> file,
                NewFile::Open(item.to, NewFileKind::kOfUser, run.state.stop_token()));
  std::vector<char> bytes(kCopyBytes);
  while (true) {
    PAISQL_TRY(run.state.CheckInterrupted());
    const ssize_t count = read(source.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", item.from, errno);
    if (count == 0) return file->Finish();
    PAISQL_TRY(file->Write({bytes.data(), static_cast<size_t>(count)}));
  }
}

// Without those that -u passes over; an error for one that would be replaced unasked, before
// anything is copied.
Result<std::vector<Item>> WithoutPresent(std::vector<Item> items, const OssArguments& arguments) {
  std::vector<Item> left;
  for (Item& item : items) {
    struct stat info = {};
    const bool present = stat(item.to.c_str(), &info) == 0;
    if (present && S_ISDIR(info.st_mode)) {
      return Error{ErrorCode::kInvalidCommand, item.to_name + " is a folder",
                   arguments.operands[1].range, "put a '/' behind it to copy into it"};
    }
    if (present && arguments.Has("-u") && info.st_mtime >= item.modified_sec) continue;
    if (present && !arguments.Has("-u") && !arguments.Has("-f")) {
      return Error{ErrorCode::kFileOperation, item.to_name + " is there already",
                   arguments.operands[1].range, "-f replaces it, -u only what is older"};
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
  PAISQL_ASSIGN(const std::vector<Item> items, WithoutPresent(std::move(all), arguments));
  Answer answer;
  answer.columns = {"From", "To", "Size"};
  int64_t bytes = 0;
  for (const Item& item : items) {
    PAISQL_TRY_AT(to.word.range, CopyFile(item, run));
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
