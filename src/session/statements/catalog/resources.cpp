#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/text.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/volume_path.h"

namespace paisql::session {

namespace {

namespace fs = std::filesystem;

constexpr uintmax_t kMaxResourceBytes = 500UL << 20;
constexpr size_t kCopyBytes = 1UL << 16;

struct Kind {
  syntax::ResourceType type;
  store::ResourceKind kind;
  std::string_view name;
};

constexpr Kind kKinds[] = {
    {syntax::ResourceType::kFile, store::ResourceKind::kFile, "file"},
    {syntax::ResourceType::kPy, store::ResourceKind::kPy, "py"},
    {syntax::ResourceType::kJar, store::ResourceKind::kJar, "jar"},
    {syntax::ResourceType::kArchive, store::ResourceKind::kArchive, "archive"},
    {syntax::ResourceType::kTable, store::ResourceKind::kTable, "table"},
};

// Checks the file that ADD names and fills what the catalog keeps of it.
Status FillFromFile(const syntax::AddResourceStatement& statement, Run& run,
                    store::Resource& resource) {
  resource.path = run.state.ResolvePath(statement.path);
  resource.source = resource.path;
  if (statement.in_volume) {
    PAISQL_ASSIGN(const VolumePath file, ReadVolumePath({statement.path, statement.path_range}));
    PAISQL_TRY(RequireThere(file, run));
    resource.path = FolderOfPath(file, run);
    resource.source = file.Name();
  }
  std::error_code failure;
  const fs::file_status status = fs::status(resource.path, failure);
  if (!fs::exists(status)) {
    return Error{ErrorCode::kIo, "file " + resource.path + " does not exist", statement.path_range,
                 "relative paths start at the folder of the running .sql file, or at the current "
                 "folder"};
  }
  if (!fs::is_regular_file(status)) {
    return Error{ErrorCode::kIo, resource.path + " is not a file", statement.path_range, ""};
  }
  const uintmax_t bytes = fs::file_size(resource.path, failure);
  if (bytes > kMaxResourceBytes) {
    return Error{ErrorCode::kInvalidCommand,
                 "resource of " + std::to_string(bytes) + " bytes is larger than 500 MB",
                 statement.path_range, "keep large data in a table or below oss://"};
  }
  if (!std::ifstream(resource.path)) {
    return Error{ErrorCode::kIo, "file " + resource.path + " cannot be read", statement.path_range,
                 "check its permissions"};
  }
  resource.bytes = static_cast<int64_t>(bytes);
  const std::string base = fs::path(resource.path).filename().string();
  resource.name = statement.alias.empty() ? base : statement.alias;
  return Status::Ok();
}

Status FillFromTable(const syntax::AddResourceStatement& statement, Run& run,
                     store::Resource& resource) {
  syntax::QualifiedName name;
  name.range = statement.path_range;
  for (const std::string& part : Split(statement.path, '.')) {
    name.parts.push_back({part, false, statement.path_range});
  }
  const analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(name, context));
  resource.source = table.QualifiedName();
  if (statement.partition.has_value()) {
    store::Partition partition;
    PAISQL_ASSIGN(partition.values,
                  analysis::ResolvePartition(*statement.partition, table, context));
    PAISQL_TRY(FindPartitions(*statement.partition, table, run));
    resource.source += " partition(" + partition.Name(table) + ")";
  }
  resource.name = statement.alias.empty() ? table.name : statement.alias;
  return Status::Ok();
}

// A resource lies as a file of its name beside a job's script and where GET puts it; a colon parts
// it from its project.
Status CheckName(const syntax::AddResourceStatement& statement, const std::string& name) {
  const bool plain = name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
  if (plain && !name.empty() && name != "." && name != "..") return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, "'" + name + "' cannot be the name of a resource",
               statement.alias.empty() ? statement.path_range : statement.alias_range,
               "use the name of a file, without a folder: ADD FILE path AS name"};
}

Status CopyOut(const std::string& from, const std::string& to, Run& run) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!source.open()) return FileError("read", from, errno);
  PAISQL_ASSIGN(const std::unique_ptr<NewFile> file,
                NewFile::Open(to, NewFileKind::kOfUser, run.state.stop_token()));
  std::vector<char> bytes(kCopyBytes);
  while (true) {
    const ssize_t count = read(source.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", from, errno);
    if (count == 0) return file->Finish();
    PAISQL_TRY(file->Write({bytes.data(), static_cast<size_t>(count)}));
  }
}

}  // namespace

std::string_view ResourceKindName(store::ResourceKind kind) {
  for (const Kind& known : kKinds) {
    if (known.kind == kind) return known.name;
  }
  PAISQL_UNREACHABLE("a kind of resource without a name");
}

Result<store::Resource> FindResource(const std::string& name, const SourceRange& range, Run& run) {
  return analysis::ResolveResource(name, range, run.state.MakeContext());
}

Status RunAddResource(const syntax::AddResourceStatement& statement, Run& run) {
  store::Resource resource;
  resource.project = run.state.Place();
  resource.comment = statement.comment;
  for (const Kind& kind : kKinds) {
    if (kind.type == statement.type) resource.kind = kind.kind;
  }
  if (resource.kind == store::ResourceKind::kTable) {
    PAISQL_TRY(FillFromTable(statement, run, resource));
  } else {
    PAISQL_TRY(FillFromFile(statement, run, resource));
  }
  PAISQL_TRY(CheckName(statement, resource.name));
  PAISQL_ASSIGN_AT(statement.path_range, const store::Resource kept,
                   run.state.catalog().AddResource(resource, statement.force));
  run.out.Message("OK: Resource '" + kept.name + "' have been created.");
  return Status::Ok();
}

Status RunGetResource(const syntax::GetResourceStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Resource resource,
                FindResource(statement.name, statement.name_range, run));
  if (resource.kind == store::ResourceKind::kTable) {
    return Error{ErrorCode::kInvalidCommand, resource.name + " is a table, not a file",
                 statement.name_range, "use TUNNEL DOWNLOAD for the rows of " + resource.source};
  }
  if (run.state.checking()) return Status::Ok();
  fs::path target = run.state.ResolvePath(statement.path);
  std::error_code failure;
  if (fs::is_directory(target, failure)) target /= fs::path(resource.name).filename();
  PAISQL_TRY_AT(statement.range, CopyOut(resource.path, target.string(), run));
  run.out.Done();
  return Status::Ok();
}

Status RunDropResource(const syntax::DropResourceStatement& statement, Run& run) {
  if (const auto alias = run.state.aliases.find(statement.name); alias != run.state.aliases.end()) {
    return Error{ErrorCode::kInvalidCommand,
                 statement.name + " is an alias of the resource " + alias->second,
                 statement.name_range,
                 "ALIAS " + statement.name + "=; takes the alias away, and DROP RESOURCE " +
                     alias->second + "; the resource"};
  }
  Result<store::Resource> resource = FindResource(statement.name, statement.name_range, run);
  if (!resource.ok()) {
    const bool missing = resource.error().code == ErrorCode::kResourceNotFound;
    if (!missing || !statement.if_exists) return std::move(resource).error();
  } else {
    PAISQL_TRY_AT(statement.name_range, run.state.catalog().DropResource(resource->id));
  }
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
