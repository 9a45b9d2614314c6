// FS -mkv, -mkp, -ls, -put, -get, -rm, -rmp, -rmv and -meta: volumes in the words of the platform's
// client, which prints paths and totals.

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "oss/bucket.h"
#include "oss/copy.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/storage/handlers.h"
#include "session/statements/storage/oss_words.h"
#include "session/statements/volume_path.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxNameBytes = 128;
// The name of a file that a process which was killed has not finished (base/files/new_file.h).
constexpr std::string_view kUnfinished = ".paisql-";

Error WrongWords(const std::string& detail, const SourceRange& range, std::string_view usage) {
  return Error{ErrorCode::kInvalidCommand, detail, range, "write " + std::string(usage)};
}

// Names of new volumes and partitions; what somebody else has put there may have any.
Status CheckNewName(const std::string& name, const SourceRange& range) {
  const bool plain = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
  });
  if (plain && !name.empty() && name.size() <= kMaxNameBytes) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + name + "' cannot name a volume or a partition",
               range, "names have at most 128 letters, digits, '_', '-' and '.'"};
}

// Comments lie beside the volumes. That of a volume which is gone counts for nothing.
std::string CommentPath(const std::string& volume, Run& run) {
  return VolumesFolder(run) + "/.comments/" + volume;
}

Status Make(const OssArguments& arguments, Run& run) {
  const syntax::Word& word = arguments.operands[0];
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(word));
  if (!path.partition.empty()) {
    return WrongWords("'" + word.text + "' is not the name of a volume", word.range,
                      "FS -mkv volume [comment]");
  }
  PAISQL_TRY(CheckNewName(path.volume, word.range));
  if (run.state.checking()) return Status::Ok();
  std::string comment;
  for (size_t i = 1; i < arguments.operands.size(); ++i) {
    comment += (comment.empty() ? "" : " ") + arguments.operands[i].text;
  }
  const std::string folder = FolderOfPath(path, run);
  const std::string comment_path = CommentPath(path.volume, run);
  std::error_code failure;
  const bool there = fs::is_directory(folder, failure);
  if (there && arguments.Has("conditional")) return Status::Ok();
  if (!there) {
    PAISQL_TRY_AT(word.range, MakeFolders(ParentFolder(comment_path)));
    PAISQL_TRY_AT(word.range, WriteNewFile(comment_path, comment, NewFileKind::kOwn));
    constexpr mode_t kAll = 0777;  // less the user's umask
    if (mkdir(folder.c_str(), kAll) == 0) return Status::Ok();
    if (errno != EEXIST) return WithRange(FileError("make", folder, errno), word.range);
  }
  return Error{ErrorCode::kInvalidMetaOperation, "volume " + path.volume + " already exists",
               word.range, "FS -ls /" + path.volume + "; lists its partitions"};
}

struct Held {
  int64_t files = 0;
  int64_t bytes = 0;
};

Result<Held> HeldBy(const std::string& path, const SourceRange& range, Run& run) {
  Held held;
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0 && !S_ISDIR(info.st_mode)) return Held{1, info.st_size};
  PAISQL_ASSIGN_AT(range, const std::vector<oss::Object> objects,
                   oss::ListObjects({path, ""}, OssCallerOf(run).stopped));
  for (const oss::Object& object : objects) {
    if (fs::path(object.key).filename().string().starts_with(kUnfinished)) continue;
    ++held.files;
    held.bytes += object.bytes;
  }
  return held;
}

// What -ls lists: paths in volumes, those of folders with a slash at the end.
Result<std::vector<std::string>> EntriesOf(const VolumePath& path, Run& run) {
  const std::string folder = FolderOfPath(path, run);
  const std::string name = path.volume.empty() ? "" : path.Name();
  std::error_code failure;
  if (fs::exists(folder, failure) && !fs::is_directory(folder, failure)) {
    return std::vector<std::string>{name};
  }
  PAISQL_ASSIGN_AT(path.range, const std::vector<std::string> found, ListFolder(folder));
  std::vector<std::string> entries;
  for (const std::string& entry : found) {
    if (entry.starts_with(kUnfinished)) continue;
    const bool inner = fs::is_directory(folder + "/" + entry, failure);
    // Above files there are volumes and partitions, which are folders.
    if (path.partition.empty() && (!inner || entry.starts_with('.'))) continue;
    entries.push_back(name + "/" + entry + (inner ? "/" : ""));
  }
  return entries;
}

Status ListVolume(const OssArguments& arguments, Run& run) {
  VolumePath path;
  if (!arguments.operands.empty()) {
    PAISQL_ASSIGN(path, ReadVolumePath(arguments.operands[0]));
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireThere(path, run));
  PAISQL_ASSIGN(const std::vector<std::string> entries, EntriesOf(path, run));
  const bool details = arguments.Has("-l");
  const TimeZone zone = run.state.Zone();
  constexpr std::string_view kLine = "{:<19}  {:>9}  {:>12}  {}\n";
  Answer answer;
  answer.columns = {"FileName"};
  if (details) {
    answer.columns = {"LastModifyTime", "FileCount", "Length", "FileName"};
    answer.text = fmt::format(kLine, "LastModifyTime", "FileCount", "Length", "FileName");
  }
  for (const std::string& entry : entries) {
    if (!details) {
      answer.rows.push_back({entry});
      answer.text += Visible(entry) + "\n";
      continue;
    }
    const std::string file = VolumesFolder(run) + entry;
    PAISQL_ASSIGN(const Held held, HeldBy(file, path.range, run));
    struct stat info = {};
    const bool known = stat(file.c_str(), &info) == 0;
    const std::string time = known ? zone.Format(info.st_mtime) : "";
    answer.rows.push_back({time, std::to_string(held.files), std::to_string(held.bytes), entry});
    answer.text += fmt::format(kLine, time, held.files, held.bytes, Visible(entry));
  }
  answer.text += fmt::format("total {}\n", entries.size());
  return ShowOss(answer, run);
}

Status Meta(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(arguments.operands[0]));
  if (path.volume.empty()) {
    return WrongWords("the name of a volume is missing", path.range,
                      "FS -meta /volume[/partition]");
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireThere(path, run));
  PAISQL_ASSIGN(const Held held, HeldBy(FolderOfPath(path, run), path.range, run));
  Answer answer;
  answer.columns = {"name", "value"};
  const auto add = [&](const std::string& name, const std::string& value) {
    answer.rows.push_back({name, value});
    answer.text += name + ": " + Visible(value) + "\n";
  };
  if (path.partition.empty()) {
    const Result<std::string> comment = ReadFile(CommentPath(path.volume, run));
    add("Comment", comment.ok() ? *comment : "");
  }
  add("Length", std::to_string(held.bytes));
  add("File number", std::to_string(held.files));
  return ShowOss(answer, run);
}

// A file or a folder of this machine.
Result<oss::CopySide> LocalSide(const syntax::Word& word, Run& run) {
  if (oss::IsOssUrl(word.text)) {
    return Error{ErrorCode::kInvalidCommand, word.text + " is not a file of this machine",
                 word.range, "OSS CP copies files out of buckets and into them"};
  }
  return oss::ReadCopySide(word.text, run.state.ResolvePath(word.text), word.range,
                           OssCallerOf(run));
}

Status NeedsPartition(const VolumePath& path, std::string_view usage) {
  if (!path.partition.empty()) return Status::Ok();
  return WrongWords("the name of a partition is missing", path.range, usage);
}

// Of the file that is there; 0 for none.
uint64_t FileNumber(const std::string& path) {
  struct stat info = {};
  return stat(path.c_str(), &info) == 0 ? info.st_ino : 0;
}

Status Put(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(arguments.operands[1]));
  PAISQL_TRY(NeedsPartition(path, "FS -put file /volume/partition[/name]"));
  PAISQL_TRY(CheckNewName(path.partition, path.range));
  PAISQL_ASSIGN(const oss::CopySide from, LocalSide(arguments.operands[0], run));
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireVolume(path, run));
  std::error_code failure;
  const std::string partition = VolumesFolder(run) + "/" + path.volume + "/" + path.partition;
  const bool known = fs::exists(partition, failure);
  oss::CopySide to{path.range, {}, FolderOfPath(path, run), false};
  if (fs::is_directory(from.path, failure)) {
    to.path = to.Below(fs::path(from.path).lexically_normal().filename().string());
    to.folder = true;
  } else {
    to.folder = path.folder || path.below.empty() || fs::is_directory(to.path, failure);
  }
  const oss::CopyOptions options{fs::is_directory(from.path, failure), true, false};
  const std::string target =
      to.folder ? to.Below(fs::path(from.path).filename().string()) : to.path;
  const uint64_t before = FileNumber(target);
  Result<oss::Copied> copied = oss::Copy(from, to, options, OssCallerOf(run));
  if (copied.ok()) {
    run.out.Done();
    return Status::Ok();
  }
  if (!known) rmdir(partition.c_str());  // where it holds nothing
  Error error = std::move(copied).error();
  // The file has its name, and only that the disk keeps it is not known.
  if (!options.folder && FileNumber(target) != before) error.code = ErrorCode::kUnknownOutcome;
  return error;
}

Status Get(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(arguments.operands[0]));
  PAISQL_TRY(NeedsPartition(path, "FS -get /volume/partition[/file] path"));
  PAISQL_ASSIGN(const oss::CopySide to, LocalSide(arguments.operands[1], run));
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireThere(path, run));
  std::error_code failure;
  const oss::CopySide from{path.range, {}, FolderOfPath(path, run), false};
  const oss::CopyOptions options{fs::is_directory(from.path, failure), true, false};
  PAISQL_TRY(oss::Copy(from, to, options, OssCallerOf(run)));
  run.out.Done();
  return Status::Ok();
}

// "/volume/partition", or the two as words: "volume partition".
Result<VolumePath> PartitionOf(const OssArguments& arguments, std::string_view usage) {
  syntax::Word word = arguments.operands[0];
  if (arguments.operands.size() > 1) word.text += "/" + arguments.operands[1].text;
  PAISQL_ASSIGN(VolumePath path, ReadVolumePath(word));
  PAISQL_TRY(NeedsPartition(path, usage));
  if (path.below.empty()) return path;
  return WrongWords(path.Name() + " is not a partition", path.range, usage);
}

Status MakePartition(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, PartitionOf(arguments, "FS -mkp /volume/partition"));
  PAISQL_TRY(CheckNewName(path.partition, path.range));
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireVolume(path, run));
  PAISQL_TRY_AT(path.range, MakeFolders(FolderOfPath(path, run)));
  run.out.Done();
  return Status::Ok();
}

// Takes the folder away in one step, and that is all the statement promises. Then removes what it
// held, and what is left of others; what cannot be removed now is tried by the next command.
Status RemoveFolder(const std::string& path, const SourceRange& range, Run& run) {
  const std::string parent = VolumesFolder(run);
  constexpr std::string_view kGone = ".gone-";
  std::string aside = parent + "/" + std::string(kGone) + "XXXXXX";
  if (mkdtemp(aside.data()) == nullptr) {
    return WithRange(FileError("write to", parent, errno), range);
  }
  if (rename(path.c_str(), (aside + "/gone").c_str()) != 0) {
    const int failed = errno;
    rmdir(aside.c_str());
    return WithRange(FileError("remove", path, failed), range);
  }
  const Result<std::vector<std::string>> entries = ListFolder(parent);
  if (!entries.ok()) return Status::Ok();
  for (const std::string& entry : *entries) {
    if (entry.starts_with(kGone)) (void)RemoveTree(parent + "/" + entry);
  }
  return Status::Ok();
}

Status RemoveFile(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(arguments.operands[0]));
  if (path.below.empty()) {
    return WrongWords(path.Name() + " is not a file", path.range,
                      "FS -rm /volume/partition/file, FS -rmp /volume/partition, FS -rmv /volume");
  }
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireThere(path, run));
  const std::string file = FolderOfPath(path, run);
  std::error_code failure;
  if (fs::is_directory(fs::symlink_status(file, failure))) {
    if (!arguments.Has("-r")) {
      return Error{ErrorCode::kInvalidCommand, path.Name() + " is a folder", path.range,
                   "FS -rm -r removes it and all that it holds"};
    }
    PAISQL_TRY(RemoveFolder(file, path.range, run));
  } else if (unlink(file.c_str()) != 0) {
    return WithRange(FileError("remove", file, errno), path.range);
  }
  run.out.Done();
  return Status::Ok();
}

Status RemovePartition(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path,
                PartitionOf(arguments, "FS -rmp /volume/partition, or FS -rm of a file"));
  if (run.state.checking()) return Status::Ok();
  PAISQL_TRY(RequireThere(path, run));
  PAISQL_TRY(RemoveFolder(FolderOfPath(path, run), path.range, run));
  run.out.Done();
  return Status::Ok();
}

Status RemoveVolume(const OssArguments& arguments, Run& run) {
  PAISQL_ASSIGN(const VolumePath path, ReadVolumePath(arguments.operands[0]));
  if (path.volume.empty() || !path.partition.empty()) {
    return WrongWords("'" + arguments.operands[0].text + "' is not the name of a volume",
                      path.range, "FS -rmv /volume");
  }
  if (run.state.checking()) return Status::Ok();
  std::error_code failure;
  const std::string folder = FolderOfPath(path, run);
  if (!arguments.Has("conditional") || fs::is_directory(folder, failure)) {
    PAISQL_TRY(RequireVolume(path, run));
    PAISQL_TRY(RemoveFolder(folder, path.range, run));
  }
  run.out.Done();
  return Status::Ok();
}

Status MakeVolume(const OssArguments& arguments, Run& run) {
  PAISQL_TRY(Make(arguments, run));
  run.out.Done();
  return Status::Ok();
}

constexpr OssOption kFsListOptions[] = {{"-l", "-l"}};
constexpr OssOption kFsRemoveOptions[] = {{"-r", "-r"}};
constexpr size_t kAnyNumber = 1000;  // the words of a comment

constexpr OssVerb kFsVerbs[] = {
    {"-mkv", {}, 1, kAnyNumber, MakeVolume, "FS -mkv volume [comment]"},
    {"-mkp", {}, 1, 2, MakePartition, "FS -mkp /volume/partition"},
    {"-ls", kFsListOptions, 0, 1, ListVolume, "FS -ls [-l] [/volume[/partition[/folder]]]"},
    {"-put", {}, 2, 2, Put, "FS -put file /volume/partition[/name]"},
    {"-get", {}, 2, 2, Get, "FS -get /volume/partition[/file] path"},
    {"-rm", kFsRemoveOptions, 1, 1, RemoveFile, "FS -rm [-r] /volume/partition/file"},
    {"-rmp", {}, 1, 2, RemovePartition, "FS -rmp /volume/partition"},
    {"-rmv", {}, 1, 1, RemoveVolume, "FS -rmv /volume"},
    {"-meta", {}, 1, 1, Meta, "FS -meta /volume[/partition]"},
};

}  // namespace

Status RunVolume(const syntax::VolumeStatement& statement, Run& run) {
  std::set<std::string_view> flags;
  if (statement.conditional) flags.insert("conditional");
  return RunVerb("FS", kFsVerbs, statement.words, statement.range, flags, run);
}

}  // namespace paisql::session
