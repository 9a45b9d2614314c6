#include "designer/files/pipeline_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>

#include "base/coding/digests.h"
#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/hex.h"
#include "base/text.h"
#include "designer/files/pipeline_files.h"

namespace paisql::designer {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFlow = "flow.yaml";
constexpr size_t kMostIdBytes = 40;
constexpr int64_t kNanosPerMs = 1000000;
constexpr int64_t kMsPerSecond = 1000;

Error NoPipeline(const std::string& id) {
  return {CodeOf("ODPS-0410100"), fmt::format("the pipeline {} does not exist", id), {}, ""};
}

// One writer of the home holds the lock as long as this object lives.
class WriteLock {
 public:
  static Result<WriteLock> Take(const std::string& folder) {
    PAISQL_TRY(MakeFolders(folder));
    const std::string path = folder + "/.lock";
    WriteLock lock;
    lock.file_ = Descriptor(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!lock.file_.open()) return FileError("open", path, errno);
    while (flock(lock.file_.get(), LOCK_EX) != 0) {
      if (errno != EINTR) return FileError("lock", path, errno);
    }
    return lock;
  }

 private:
  Descriptor file_;
};

bool IsCode(const std::string& name) {
  return name == kFlow || name.ends_with(".sql") || name.ends_with(".py");
}

int64_t ChangedMs(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return 0;
  return facts.st_mtim.tv_sec * kMsPerSecond + facts.st_mtim.tv_nsec / kNanosPerMs;
}

// A digest of all files that say what runs.
Result<std::string> VersionOf(const std::string& folder, int64_t* changed_ms) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder));
  Md5 digest;
  for (const std::string& name : names) {
    if (!IsCode(name) || name.starts_with('.')) continue;
    const std::string path = folder + "/" + name;
    if (!fs::is_regular_file(path)) continue;
    PAISQL_ASSIGN(const std::string text, ReadFile(path));
    digest.Add(fmt::format("{}\n{}\n", name, text.size()));
    digest.Add(text);
    *changed_ms = std::max(*changed_ms, ChangedMs(path));
  }
  return ToHex(digest.Take());
}

// A name of a folder, and of tables, that people know again.
std::string IdOf(const std::string& name) {
  std::string id;
  for (const char c : ToLower(name)) {
    const bool letter = (c >= 'a' && c <= 'z') || IsDigit(c);
    if (letter) {
      id += c;
    } else if (!id.empty() && id.back() != '_') {
      id += '_';
    }
  }
  id = id.substr(0, kMostIdBytes);
  while (id.ends_with('_')) id.pop_back();
  return id.empty() ? "pipeline" : id;
}

Status WriteIfOther(const std::string& path, const std::string& text, NewFileKind kind) {
  if (const Result<std::string> known = ReadFile(path); known.ok() && *known == text) {
    return Status::Ok();
  }
  return WriteNewFile(path, text, kind);
}

// All files of code are on the disk when it returns. To wait for the disk once takes less time than
// once for each of many files.
Status WriteCode(const std::string& folder, const std::map<std::string, std::string>& code) {
  constexpr size_t kFew = 16;
  const bool many = code.size() > kFew;
  for (const auto& [name, text] : code) {
    PAISQL_TRY(WriteIfOther(folder + "/" + name, text,
                            many ? NewFileKind::kOwnPassing : NewFileKind::kOwn));
  }
  if (!many) return Status::Ok();
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.open() || syncfs(opened.get()) != 0) return FileError("write", folder, errno);
  return Status::Ok();
}

}  // namespace

Status CheckPipelineId(const std::string& id) {
  const bool good = !id.empty() && id.size() <= 2 * kMostIdBytes && id.front() != '.' &&
                    std::ranges::all_of(id, [](char c) {
                      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c) ||
                             c == '_' || c == '-' || c == '.';
                    });
  return good ? Status::Ok() : Status(NoPipeline("'" + id + "'"));
}

std::string PipelineStore::FolderOf(const std::string& project, const std::string& id) const {
  return home_ + "/pipelines/" + PercentEncode(project) + (id.empty() ? "" : "/" + id);
}

Result<PipelineEntry> PipelineStore::Look(const std::string& project, const std::string& id) const {
  PAISQL_TRY(CheckPipelineId(id));
  const std::string folder = FolderOf(project, id);
  if (!fs::is_regular_file(folder + "/" + kFlow)) return NoPipeline(id);
  PipelineEntry entry;
  entry.id = id;
  PAISQL_ASSIGN(entry.version, VersionOf(folder, &entry.updated_ms));
  return entry;
}

Result<Pipeline> PipelineStore::Read(const std::string& project, const std::string& id) const {
  PAISQL_ASSIGN(const PipelineEntry entry, Look(project, id));
  const std::string folder = FolderOf(project, id);
  PAISQL_ASSIGN(const std::string flow, ReadFile(folder + "/" + kFlow));
  Result<Pipeline> read = ReadPipeline(flow, [&](const std::string& name) -> Result<std::string> {
    // A link could name a file that the reader must not see.
    const std::string path = folder + "/" + name;
    const bool inside = name.find('/') == std::string::npos && !fs::is_symlink(path);
    if (!inside || !fs::is_regular_file(path)) {
      return Error{ErrorCode::kIo, "the pipeline's folder has no file " + name, {}, ""};
    }
    return ReadFile(path);
  });
  if (!read.ok()) return read;
  read->id = id;
  read->project = project;
  read->version = entry.version;
  read->updated_ms = entry.updated_ms;
  if (read->name.empty()) read->name = id;
  return read;
}

Result<std::vector<PipelineEntry>> PipelineStore::List(const std::string& project) const {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(FolderOf(project, "")));
  std::vector<PipelineEntry> entries;
  for (const std::string& id : names) {
    if (!CheckPipelineId(id).ok() || !fs::is_regular_file(FolderOf(project, id) + "/" + kFlow)) {
      continue;
    }
    const Result<Pipeline> read = Read(project, id);
    PipelineEntry entry;
    entry.id = id;
    entry.name = id;
    if (read.ok()) {
      entry = {
          id, read->name, read->description, read->version, read->updated_ms, read->nodes.size(),
          ""};
    } else {
      entry.problem = read.error().detail;
    }
    entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, {}, [](const PipelineEntry& entry) {
    return std::pair(ToLower(entry.name), entry.id);
  });
  return entries;
}

Result<Pipeline> PipelineStore::Put(const Pipeline& pipeline) const {
  PAISQL_TRY(CheckShape(pipeline));
  const std::string folder = FolderOf(pipeline.project, pipeline.id);
  nodes::Value before;
  if (const Result<std::string> text = ReadFile(folder + "/" + kFlow); text.ok()) {
    PAISQL_ASSIGN(before, nodes::ReadYaml(*text));
  }
  PAISQL_ASSIGN(const PipelineFiles files, WritePipeline(pipeline, before));
  PAISQL_TRY(MakeFolders(folder));
  const std::vector<std::string> own = OwnFiles(before);
  for (const auto& [name, text] : files.code) {
    if (std::ranges::find(own, name) != own.end() || !fs::exists(folder + "/" + name)) continue;
    return Error{ErrorCode::kInvalidCommand,
                 "the pipeline's folder has a file " + name + " that is not the canvas's",
                 {},
                 "give the node another id, or move the file"};
  }
  // flow.yaml comes last: until then the folder is the pipeline that it was, with newer code.
  PAISQL_TRY(WriteCode(folder, files.code));
  PAISQL_TRY(WriteIfOther(folder + "/" + kFlow, files.flow, NewFileKind::kOwn));
  for (const std::string& name : own) {
    std::error_code failure;
    if (!files.code.contains(name)) fs::remove(folder + "/" + name, failure);
  }
  return Read(pipeline.project, pipeline.id);
}

Result<Pipeline> PipelineStore::Create(Pipeline pipeline) const {
  PAISQL_TRY(CheckShape(pipeline));
  const std::string parent = FolderOf(pipeline.project, "");
  PAISQL_ASSIGN(const WriteLock lock, WriteLock::Take(parent));
  const std::string id = IdOf(pipeline.name);
  pipeline.id = id;
  for (int i = 2; fs::exists(parent + "/" + pipeline.id); ++i) {
    pipeline.id = fmt::format("{}_{}", id, i);
  }
  return Put(pipeline);
}

Result<Written> PipelineStore::Write(const Pipeline& pipeline) const {
  PAISQL_TRY(CheckPipelineId(pipeline.id));
  PAISQL_ASSIGN(const WriteLock lock, WriteLock::Take(FolderOf(pipeline.project, "")));
  PAISQL_ASSIGN(const PipelineEntry now, Look(pipeline.project, pipeline.id));
  Written written;
  written.lost_race = now.version != pipeline.version;
  if (written.lost_race) {
    PAISQL_ASSIGN(written.pipeline, Read(pipeline.project, pipeline.id));
  } else {
    PAISQL_ASSIGN(written.pipeline, Put(pipeline));
  }
  return written;
}

Result<Written> PipelineStore::Remove(const std::string& project, const std::string& id,
                                      const std::string& version) const {
  PAISQL_TRY(CheckPipelineId(id));
  PAISQL_ASSIGN(const WriteLock lock, WriteLock::Take(FolderOf(project, "")));
  PAISQL_ASSIGN(const PipelineEntry now, Look(project, id));
  Written written;
  written.lost_race = now.version != version;
  if (written.lost_race) {
    PAISQL_ASSIGN(written.pipeline, Read(project, id));
  } else {
    PAISQL_TRY(RemoveTree(FolderOf(project, id)));
  }
  return written;
}

}  // namespace paisql::designer
