#include "session/external_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "base/text.h"
#include "session/orc_file.h"
#include "session/state.h"
#include "store/files/parquet_schema.h"
#include "tunnel/external_text.h"
#include "types/conversion.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScheme = "oss://";
constexpr std::string_view kPlatformHost = ".aliyuncs.com";

// Files that programs leave beside data: _SUCCESS, .odps, ._COPYING_.
bool IsHidden(const std::string& key) {
  const std::vector<std::string> parts = Split(key, '/');
  return std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
    return part.starts_with('_') || part.starts_with('.');
  });
}

// A file of this machine is another one once its inode, size or time differ.
std::string IdentityOf(const std::string& path, const oss::Object& object) {
  struct stat info {};
  if (path.empty() || stat(path.c_str(), &info) != 0) {
    return fmt::format("{} {}", object.bytes, object.modified_sec);
  }
  return fmt::format("{} {} {} {}.{}", info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

// That the file at the path is still what it was.
Status CheckIdentity(const std::string& path, const std::string& name,
                     const std::string& identity) {
  struct stat info {};
  const bool gone = stat(path.c_str(), &info) != 0;
  if (!gone && IdentityOf(path, {}) == identity) return Status::Ok();
  return Error{ErrorCode::kIo,
               name + (gone ? " was removed while it was read" : " was changed while it was read"),
               {},
               "run the statement again when no program writes the file"};
}

// The number by which a listing knows the columns of foreign files.
int VersionOf(const std::vector<store::Column>& columns, store::FileListing& listing) {
  constexpr int kFirstForeign = 1'000'000;
  const auto same = [](const store::Column& a, const store::Column& b) {
    return a.id == b.id && a.name == b.name && a.type == b.type &&
           a.times_in_64_bits == b.times_in_64_bits;
  };
  int next = kFirstForeign;
  for (const store::SchemaVersion& known : listing.schema_versions) {
    if (known.version < kFirstForeign) continue;
    if (std::equal(known.columns.begin(), known.columns.end(), columns.begin(), columns.end(),
                   same)) {
      return known.version;
    }
    next = known.version + 1;
  }
  listing.schema_versions.push_back({next, columns});
  return next;
}

// The table's columns as the file has them. Those that it lacks are left out: they are NULL.
Result<std::vector<store::Column>> ColumnsIn(const store::ParquetSchema& schema,
                                             const store::Table& table, const std::string& file) {
  std::vector<store::Column> columns;
  for (const store::Column& column : table.columns) {
    for (const store::ParquetSchema::Column& found : schema.columns) {
      if (!EqualsIgnoreCase(found.name, column.name)) continue;
      const std::string type = found.type.has_value() ? found.type->ToString() : found.wording;
      if (!found.type.has_value() ||
          Conversion(*found.type, column.type, TypeMode{}) == ConversionKind::kNone) {
        return Error{ErrorCode::kUnsupported,
                     fmt::format("column {} of {} is {}, which is not read as {}", column.name,
                                 file, type, column.type.ToString()),
                     {},
                     "give the column of the table the type of the file"};
      }
      store::Column one;
      one.id = column.id;
      one.name = found.name;
      one.type = *found.type;
      one.times_in_64_bits = found.times_in_64_bits;
      columns.push_back(std::move(one));
      break;
    }
  }
  if (!columns.empty()) return columns;
  std::vector<std::string> names;
  for (const store::ParquetSchema::Column& found : schema.columns) names.push_back(found.name);
  return Error{ErrorCode::kInvalidColumn,
               fmt::format("{} has no column of {}: its columns are {}", file,
                           table.id < 0 ? "the table" : table.QualifiedName(), Join(names, ", ")),
               {},
               "columns are found by their names: call those of the table like those of the file"};
}

}  // namespace

oss::Caller OssCallerOf(State& state) {
  const jobs::Installation& installation = state.options().installation;
  return {state.home(),
          {installation.oss_remote, installation.python},
          state.stop_token(),
          [&state] { return state.CheckInterrupted(); },
          state.checking()};
}

Result<std::string> ExternalLocation(const std::string& written, const State& state) {
  std::string location(Trim(written));
  if (!oss::IsOssUrl(location)) {
    PAISQL_TRY(state.CheckReach({}));
    return state.ResolvePath(location);
  }
  std::string rest = location.substr(kScheme.size());
  const size_t slash = std::min(rest.find('/'), rest.size());
  const size_t at = rest.substr(0, slash).rfind('@');
  if (at != std::string::npos) rest.erase(0, at + 1);
  const std::string host = rest.substr(0, std::min(rest.find('/'), rest.size()));
  // oss://oss-cn-hangzhou-internal.aliyuncs.com/bucket/folder
  if (host.starts_with("oss-") && host.ends_with(kPlatformHost) && host.size() < rest.size()) {
    rest.erase(0, host.size() + 1);
  }
  return std::string(kScheme) + rest;
}

// ---- a folder ----

Result<ExternalFolder> ExternalFolder::Open(const std::string& location, const SourceRange& range,
                                            State& state) {
  PAISQL_ASSIGN(oss::CopySide side,
                oss::ReadCopySide(location, location, range, OssCallerOf(state)));
  while (side.path.size() > 1 && side.path.ends_with('/')) side.path.pop_back();
  return ExternalFolder(std::move(side), state);
}

std::string ExternalFolder::PathOf(const std::string& key) const {
  if (remote()) return "";
  const std::string below = key.empty() ? side_.path : side_.Below(key);
  return side_.place.has_value() ? side_.place->folder + "/" + below : below;
}

Result<std::optional<std::vector<ExternalFile>>> ExternalFolder::Files() const {
  using Found = std::optional<std::vector<ExternalFile>>;
  std::vector<oss::Object> objects;
  bool alone = false;
  if (remote()) {
    const std::string prefix = side_.path.empty() ? "" : side_.path + "/";
    PAISQL_ASSIGN(objects, oss::ObjectsOf(*side_.place, prefix, false, OssCallerOf(*state_)));
    for (oss::Object& object : objects) object.key.erase(0, prefix.size());
    if (objects.empty()) return Found();
  } else {
    const std::string path = PathOf("");
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) {
      if (errno == ENOENT || errno == ENOTDIR) return Found();
      return FileError("read", path, errno);
    }
    alone = !S_ISDIR(info.st_mode);
    if (alone) {
      objects.push_back({"", info.st_size, info.st_mtime});
    } else {
      PAISQL_ASSIGN(objects,
                    oss::ListObjects({path, ""}, [this] { return state_->CheckInterrupted(); }));
    }
  }
  Found files(std::in_place);
  for (const oss::Object& object : objects) {
    if (object.bytes == 0 || (!alone && (object.key.ends_with('/') || IsHidden(object.key)))) {
      continue;
    }
    const std::string path = PathOf(object.key);
    const std::string whole = object.key.empty() ? side_.path : side_.Below(object.key);
    files->push_back({object.key, side_.place ? side_.place->Name(whole) : whole, object.bytes,
                      IdentityOf(path, object)});
  }
  std::sort(files->begin(), files->end(),
            [](const ExternalFile& a, const ExternalFile& b) { return a.key < b.key; });
  return files;
}

Result<std::string> ExternalFolder::Fetch(const ExternalFile& file,
                                          const std::string& folder) const {
  if (!remote()) return PathOf(file.key);
  oss::CopySide from = side_;
  if (!file.key.empty()) from.path = side_.Below(file.key);
  from.folder = false;
  const oss::CopySide to{side_.range, {}, folder + "/fetched", false};
  oss::CopyOptions options;
  options.replaces = true;
  PAISQL_TRY(oss::Copy(from, to, options, OssCallerOf(*state_)));
  return to.path;
}

Status ExternalFolder::CheckSame(const ExternalFile& file) const {
  if (remote()) return Status::Ok();
  return CheckIdentity(PathOf(file.key), file.name, file.identity);
}

Status ExternalFolder::Put(const std::string& path, const std::string& key) const {
  const oss::CopySide from{side_.range, {}, path, false};
  oss::CopySide to = side_;
  to.path = side_.Below(key);
  to.folder = false;
  oss::CopyOptions options;
  options.replaces = true;
  PAISQL_TRY(oss::Copy(from, to, options, OssCallerOf(*state_)));
  return Status::Ok();
}

Status ExternalFolder::Remove(const std::vector<ExternalFile>& files) const {
  if (!remote()) {
    for (const ExternalFile& file : files) {
      const std::string path = PathOf(file.key);
      if (unlink(path.c_str()) != 0 && errno != ENOENT) return FileError("remove", path, errno);
    }
    return Status::Ok();
  }
  std::vector<oss::Object> objects;
  for (const ExternalFile& file : files) {
    objects.push_back({file.key.empty() ? side_.path : side_.Below(file.key), file.bytes, 0});
  }
  return oss::RemoveObjects(*side_.place, objects, OssCallerOf(*state_));
}

// ---- the files of tables ----

Status ExternalFiles::AddTo(const store::Table& table, store::FileListing& listing) {
  const std::optional<store::ExternalSource> source = store::ExternalOf(table);
  PAISQL_ASSERT(source.has_value(), "files outside of the home of a table that has none");
  listing.schema_versions = {{table.schema_version, table.columns}};
  if (!table.partitioned()) return AddLocation(table, *source, source->location, "", 0, listing);
  for (const store::Partition& partition : listing.partitions) {
    const std::string folders = store::PartitionFolders(table, partition.values);
    const auto elsewhere = source->partition_locations.find(folders);
    const std::string location = elsewhere != source->partition_locations.end()
                                     ? elsewhere->second
                                     : source->location + "/" + folders;
    PAISQL_TRY(AddLocation(table, *source, location, folders, partition.id, listing));
  }
  return Status::Ok();
}

void ExternalFiles::Load(store::Table table, store::ExternalSource source) {
  loaded_ = std::move(table);
  loaded_source_ = std::move(source);
}

void ExternalFiles::Forget() {
  converted_.clear();
  linked_.clear();
  staging_.reset();
}

Result<store::FileListing> ExternalFiles::Loaded() {
  store::FileListing listing;
  listing.schema_versions = {{loaded_.schema_version, loaded_.columns}};
  PAISQL_TRY(AddLocation(loaded_, loaded_source_, loaded_source_.location, "", 0, listing));
  return listing;
}

Status ExternalFiles::AddLocation(const store::Table& table, const store::ExternalSource& source,
                                  const std::string& location, const std::string& folders,
                                  int64_t partition_id, store::FileListing& listing) {
  PAISQL_ASSIGN(const ExternalFolder folder, ExternalFolder::Open(location, {}, state_));
  PAISQL_ASSIGN(const auto files, folder.Files());
  if (!files.has_value()) {
    // A partition may be added before its first file comes.
    if (!folders.empty()) return Status::Ok();
    return Error{ErrorCode::kFileOperation,
                 fmt::format("there is nothing at {}, where {} reads its files", location,
                             table.id < 0 ? "LOAD" : table.QualifiedName()),
                 {},
                 "OSS LS lists buckets and objects; INSERT makes the folder of an external table"};
  }
  for (const ExternalFile& file : *files) {
    const std::string key =
        fmt::format("{} {} {} {}", table.id, table.schema_version, source.clauses, file.name);
    Converted& known = converted_[key];
    if (known.identity != file.identity) {
      Result<Converted> converted = store::IsColumnar(source.format)
                                        ? Link(table, source, folder, file, folders)
                                        : Convert(table, source, folder, file, folders);
      // Half of a file that another program writes is wrong in ways of its own.
      const bool stopped =
          !converted.ok() && converted.error().code == ErrorCode::kInstanceCancelled;
      if (!stopped) PAISQL_TRY(folder.CheckSame(file));
      PAISQL_ASSIGN(known, std::move(converted));
    }
    const int version =
        known.columns.empty() ? table.schema_version : VersionOf(known.columns, listing);
    for (store::DataFile one : known.files) {
      one.partition_id = partition_id;
      one.schema_version = version;
      listing.files.push_back(std::move(one));
    }
  }
  return Status::Ok();
}

Status ExternalFiles::CheckStayed(const store::DataFile& file) const {
  const auto found = linked_.find(file.path);
  if (found == linked_.end()) return Status::Ok();
  return CheckIdentity(file.path, found->second.name, found->second.identity);
}

Result<ExternalFiles::Converted> ExternalFiles::Link(const store::Table& table,
                                                     const store::ExternalSource& source,
                                                     const ExternalFolder& folder,
                                                     const ExternalFile& file,
                                                     const std::string& folders) {
  if (staging_ == nullptr) staging_ = std::make_unique<execution::Staging>(state_);
  PAISQL_ASSIGN(const std::string staged, staging_->MakeFolder());
  PAISQL_ASSIGN(std::string path, folder.Fetch(file, staged));
  if (source.format == store::ExternalFormat::kOrc) {
    const std::string parquet = staged + "/from_orc";
    PAISQL_TRY(OrcToParquet(path, file.name, parquet, table.columns, state_));
    path = parquet;
  }
  PAISQL_ASSIGN(const store::ParquetSchema schema, store::ReadParquetSchema(path, file.name));
  Converted converted{file.identity, {}, {}};
  PAISQL_ASSIGN(converted.columns, ColumnsIn(schema, table, file.name));
  if (schema.rows == 0) return converted;
  store::DataFile& data = converted.files.emplace_back();
  const std::string place = folders.empty() ? staged : staged + "/" + folders;
  PAISQL_TRY(MakeFolders(place));
  data.path = place + "/linked.parquet";
  data.rows = schema.rows;
  std::error_code failure;
  if (linkat(AT_FDCWD, path.c_str(), AT_FDCWD, data.path.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    fs::copy_file(path, data.path, failure);
    if (failure) return FileError("copy", path, failure.value());
  } else {
    linked_[data.path] = {file.name, IdentityOf(data.path, {})};
  }
  data.bytes = static_cast<int64_t>(fs::file_size(data.path, failure));
  return converted;
}

Result<ExternalFiles::Converted> ExternalFiles::Convert(const store::Table& table,
                                                        const store::ExternalSource& source,
                                                        const ExternalFolder& folder,
                                                        const ExternalFile& file,
                                                        const std::string& folders) {
  if (staging_ == nullptr) staging_ = std::make_unique<execution::Staging>(state_);
  PAISQL_ASSIGN(const std::string staged, staging_->MakeFolder());
  PAISQL_ASSIGN(const std::string path, folder.Fetch(file, staged));
  engine::WriteTarget target;
  target.directory = folders.empty() ? staged : staged + "/" + folders;
  PAISQL_TRY(MakeFolders(target.directory));
  target.column_names = execution::ColumnNames(table.columns);
  std::vector<engine::ResultColumn> columns;
  for (const store::Column& column : table.columns) columns.push_back({column.name, column.type});
  const engine::ExecutionSettings settings = state_.Execution();
  PAISQL_ASSIGN(const TimeZone zone, TimeZone::Load(settings.time_zone));
  PAISQL_ASSIGN(tunnel::ExternalText text,
                tunnel::ExternalText::ForColumns(source, table.columns, zone, staged,
                                                 [this] { return state_.CheckInterrupted(); }));
  PAISQL_ASSIGN(engine::Connection * connection, state_.Connection());
  PAISQL_ASSIGN(const std::unique_ptr<engine::RowAppender> appender,
                connection->Append(columns, target, settings));
  PAISQL_TRY(text.Read({file.name, path}, *appender));
  PAISQL_ASSIGN(const std::vector<engine::WrittenFile> written, appender->Finish());
  Converted converted{file.identity, {}, {}};
  for (const engine::WrittenFile& one : written) {
    store::DataFile& data = converted.files.emplace_back();
    data.path = one.path;
    data.rows = one.rows;
    std::error_code failure;
    data.bytes = static_cast<int64_t>(fs::file_size(one.path, failure));
  }
  std::error_code ignored;
  if (path.starts_with(staged + "/")) fs::remove(path, ignored);
  return converted;
}

}  // namespace paisql::session
