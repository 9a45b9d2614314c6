#include "session/statements/rows/write_external.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <map>
#include <set>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "engine/coding/gzip.h"
#include "session/external_files.h"
#include "session/orc_file.h"
#include "tunnel/external_text.h"

namespace paisql::session {

std::vector<store::Column> ColumnsOf(const plan::Relation& root) {
  std::vector<store::Column> columns;
  for (const plan::OutputColumn& column : root.output) {
    store::Column& field = columns.emplace_back();
    field.id = static_cast<int64_t>(columns.size());
    field.name = column.name;
    field.type = column.type;
  }
  return columns;
}

namespace {

constexpr size_t kWriteBytes = size_t{1} << 20;

// A complete file, and the partition that it belongs to.
struct Piece {
  std::string path;
  std::vector<std::string> values;
};

// Files of text, one for each partition.
class TextPieces {
 public:
  TextPieces(const ExternalTarget& target, std::string folder, State& state)
      : target_(target), folder_(std::move(folder)), state_(state) {}

  Status Take(engine::ResultStream& rows) {
    const size_t count = target_.table.columns.size();
    tunnel::ExternalTextRows lines(target_.source, rows.columns(), count);
    engine::ResultText text(rows.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) {
        PAISQL_ASSIGN(File * file, FileOf(text, row, lines));
        PAISQL_TRY(lines.Append(text, row, file->buffer));
        if (file->buffer.size() >= kWriteBytes && !target_.source.writes_gzip) {
          PAISQL_TRY(Flush(*file));
        }
      }
      rows_ += static_cast<int64_t>(batch.row_count());
    }
  }

  Result<std::vector<Piece>> Finish() {
    std::vector<Piece> pieces;
    for (auto& [values, file] : files_) {
      if (target_.source.writes_gzip) file.buffer = engine::Gzip(file.buffer);
      PAISQL_TRY(Flush(file));
      PAISQL_TRY(file.file->Finish());
      pieces.push_back({file.path, values});
    }
    return pieces;
  }

  int64_t rows() const { return rows_; }

 private:
  struct File {
    std::string path;
    std::unique_ptr<NewFile> file;
    std::string buffer;
  };

  static Status Flush(File& file) {
    PAISQL_TRY(file.file->Write(file.buffer));
    file.buffer.clear();
    return Status::Ok();
  }

  Result<File*> FileOf(const engine::ResultText& text, size_t row,
                       const tunnel::ExternalTextRows& lines) {
    std::vector<std::string> values;
    size_t column = target_.table.columns.size();
    for (const std::optional<std::string>& level : target_.partition) {
      if (level.has_value()) {
        values.push_back(*level);
        continue;
      }
      if (text.IsNull(column, row)) {
        return Error{ErrorCode::kPartition, "a dynamic partition value is NULL", target_.range,
                     "give each row a value, or leave it out with WHERE … IS NOT NULL"};
      }
      text.AppendText(column++, row, engine::TextForm::kPlain, values.emplace_back());
    }
    File& file = files_[values];
    if (file.file == nullptr) {
      file.path = fmt::format("{}/{}", folder_, files_.size());
      PAISQL_ASSIGN(file.file,
                    NewFile::Open(file.path, NewFileKind::kOwnPassing, state_.stop_token()));
      file.buffer = lines.Header();
    }
    return &file;
  }

  const ExternalTarget& target_;
  std::string folder_;
  State& state_;
  std::map<std::vector<std::string>, File> files_;
  int64_t rows_ = 0;
};

Result<std::vector<Piece>> WritePieces(const plan::Relation& root, const ExternalTarget& target,
                                       const std::string& folder, int64_t& rows, Run& run) {
  execution::PlanRun plans(run.state, RunOptionsOf(run));
  PAISQL_TRY(plans.Add({"Write files of " + target.table.name, &root}));
  PAISQL_TRY(plans.Prepare());
  std::vector<Piece> pieces;
  if (store::IsColumnar(target.source.format)) {
    PAISQL_ASSIGN(const std::vector<store::StagedFile> files,
                  plans.Write(plans.plans()[0], target.table, target.partition));
    for (size_t i = 0; i < files.size(); ++i) {
      rows += files[i].rows;
      // The files of the plans go with them.
      const std::string path = fmt::format("{}/{}", folder, i);
      if (target.source.format == store::ExternalFormat::kOrc) {
        PAISQL_TRY(ParquetToOrc(files[i].path, path, run.state));
        pieces.push_back({path, files[i].partition_values});
        continue;
      }
      if (rename(files[i].path.c_str(), path.c_str()) != 0) {
        return FileError("move", files[i].path, errno);
      }
      pieces.push_back({path, files[i].partition_values});
    }
    return pieces;
  }
  TextPieces text(target, folder, run.state);
  PAISQL_TRY(plans.Stream(plans.plans()[0],
                          [&](engine::ResultStream& stream) { return text.Take(stream); }));
  rows = text.rows();
  return text.Finish();
}

std::string LocationOf(const ExternalTarget& target, const std::vector<std::string>& values) {
  const store::ExternalSource& source = target.source;
  if (values.empty()) return source.location;
  const std::string folders = store::PartitionFolders(target.table, values);
  const auto elsewhere = source.partition_locations.find(folders);
  return elsewhere != source.partition_locations.end() ? elsewhere->second
                                                       : source.location + "/" + folders;
}

// The partitions that are written: those of the pieces, and the one that the statement names.
std::set<std::vector<std::string>> PartitionsOf(const std::vector<Piece>& pieces,
                                                const ExternalTarget& target) {
  std::set<std::vector<std::string>> partitions;
  for (const Piece& piece : pieces) partitions.insert(piece.values);
  const store::TableTarget named{target.table, store::WriteMode::kAppend, target.partition};
  for (const auto& values : named.NamedPartitions()) partitions.insert(values);
  if (!target.table.partitioned()) partitions.insert(std::vector<std::string>());
  return partitions;
}

// Puts the pieces of a partition at their place, and takes away what was there before.
Status Publish(const std::vector<Piece>& pieces, const std::vector<std::string>& values,
               const std::string& stem, const ExternalTarget& target, State& state) {
  PAISQL_ASSIGN(const ExternalFolder folder,
                ExternalFolder::Open(LocationOf(target, values), target.range, state));
  std::vector<ExternalFile> before;
  if (target.overwrite) {
    PAISQL_ASSIGN_AT(target.range, auto found, folder.Files());
    if (found.has_value()) before = std::move(*found);
  }
  int number = 0;
  for (const Piece& piece : pieces) {
    if (piece.values != values) continue;
    const std::string key =
        fmt::format("{}_{}.{}", stem, number++, tunnel::ExternalSuffix(target.source));
    PAISQL_TRY_AT(target.range, folder.Put(piece.path, key));
  }
  PAISQL_TRY_AT(target.range, folder.Remove(before));
  return Status::Ok();
}

// kUnsupported for a column that such files do not hold.
Status CheckColumns(store::ExternalFormat format, const std::vector<store::Column>& columns,
                    const SourceRange& range) {
  if (!store::IsColumnar(format)) return Status::Ok();
  for (const store::Column& column : columns) {
    const TypeId type = column.type.id();
    if (type != TypeId::kTimestamp && type != TypeId::kTimestampNtz) continue;
    return Error{ErrorCode::kUnsupported,
                 fmt::format("column {} of type {} is not written into {} files", column.name,
                             column.type.ToString(),
                             format == store::ExternalFormat::kOrc ? "ORC" : "Parquet"),
                 range, "write CAST(" + column.name + " AS DATETIME), or STORED AS JSON"};
  }
  return Status::Ok();
}

Status CopyInto(const std::string& path, NewFile& file, State& state) {
  const Descriptor from(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!from.open()) return FileError("read", path, errno);
  std::string piece(kWriteBytes, '\0');
  while (true) {
    PAISQL_TRY(state.CheckInterrupted());
    const ssize_t got = read(from.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path, errno);
    if (got == 0) return Status::Ok();
    PAISQL_TRY(file.Write(std::string_view(piece).substr(0, static_cast<size_t>(got))));
  }
}

}  // namespace

Result<int64_t> WriteExternal(const plan::Relation& root, const ExternalTarget& target, Run& run) {
  PAISQL_TRY(CheckColumns(target.source.format, target.table.columns, target.range));
  execution::Staging staging(run.state);
  PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
  int64_t rows = 0;
  PAISQL_ASSIGN(const std::vector<Piece> pieces, WritePieces(root, target, folder, rows, run));
  PAISQL_TRY(run.state.CheckInterrupted());
  const std::string stem = store::NewInstanceId();
  std::vector<std::vector<std::string>> made;
  for (const std::vector<std::string>& values : PartitionsOf(pieces, target)) {
    PAISQL_TRY(Publish(pieces, values, stem, target, run.state));
    if (!values.empty()) made.push_back(values);
  }
  if (target.table.id > 0 && !made.empty()) {
    PAISQL_TRY_AT(target.range, run.state.catalog().AddPartitions(target.table.id, made, true));
  }
  return rows;
}

Result<int64_t> WriteColumnarFile(const execution::TitledPlan& plan, execution::PlanRun& plans,
                                  store::ExternalFormat format, NewFile& file,
                                  const SourceRange& range, Run& run) {
  store::Table rows;
  rows.columns = ColumnsOf(*plan.root);
  PAISQL_TRY(CheckColumns(format, rows.columns, range));
  PAISQL_ASSIGN(const store::StagedFile written, plans.WriteOne(plan, rows));
  execution::Staging staging(run.state);
  std::string path = written.path;
  if (format == store::ExternalFormat::kOrc) {
    PAISQL_ASSIGN(const std::string folder, staging.MakeFolder());
    path = folder + "/orc";
    PAISQL_TRY(ParquetToOrc(written.path, path, run.state));
  }
  PAISQL_TRY(CopyInto(path, file, run.state));
  return written.rows;
}

}  // namespace paisql::session
