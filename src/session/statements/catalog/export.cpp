// EXPORT TABLE t TO 'folder' and EXPORT PROJECT p TO 'folder'. The folder is written under another
// name beside its place and gets its own name at the end, so that it is whole or not there.

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "base/files/files.h"
#include "base/text.h"
#include "execution/damage.h"
#include "execution/keep_all.h"
#include "execution/share_files.h"
#include "session/data_flow.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/export_folder.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/catalog/transfer.h"
#include "store/catalog_names.h"
#include "store/external.h"
#include "store/files/copied_file.h"
#include "store/materialized.h"
#include "store/place.h"

namespace paisql::session {
namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 10'000;

struct Exported {
  store::Table table;
  store::FileListing listing;
  std::optional<std::vector<std::optional<std::string>>> partition = {};  // nullopt: all
};

bool HasRows(const store::Table& table) {
  return table.kind == store::TableKind::kTable && !store::IsExternal(table) &&
         !store::IsMaterialized(table);
}

class Exporting {
 public:
  Exporting(const syntax::TransferStatement& statement, Run& run)
      : statement_(statement), run_(run), folder_(run.state.ResolvePath(statement.folder)) {
    while (folder_.size() > 1 && folder_.back() == '/') folder_.pop_back();
  }
  ~Exporting() {
    if (!unfinished_.empty()) (void)RemoveTree(unfinished_);
  }
  Exporting(const Exporting&) = delete;
  Exporting& operator=(const Exporting&) = delete;

  Status Export() {
    State& state = run_.state;
    if (state.checking()) return Choose();
    PAISQL_TRY(CheckFolder());
    PAISQL_ASSIGN(const execution::KeepAll keep, execution::KeepAll::Begin(state));
    PAISQL_TRY(Choose());
    unfinished_ = folder_ + ".part-" + store::NewInstanceId();
    PAISQL_TRY_AT(range(), MakeFolders(unfinished_ + "/ddl"));
    PAISQL_TRY_AT(range(), MakeFolders(unfinished_ + "/data"));
    for (const Exported& one : chosen_) PAISQL_TRY(Write(one));
    if (statement_.project) {
      PAISQL_ASSIGN_AT(range(), manifest_.kept, ExportKept(manifest_.project, unfinished_, run_));
    }
    PAISQL_TRY_AT(range(), WriteManifest(unfinished_, manifest_));
    std::error_code failure;
    fs::rename(unfinished_, folder_, failure);
    if (failure) {
      Error error = FileError("make", folder_, failure.value());
      error.range = range();
      return error;
    }
    unfinished_.clear();
    const size_t count = manifest_.objects.size() + manifest_.kept.size();
    run_.out.Message(fmt::format("{} {} and {} rows are in {}", count,
                                 count == 1 ? "object" : "objects", rows_, folder_));
    return Status::Ok();
  }

 private:
  const SourceRange& range() const { return statement_.folder_range; }

  Status CheckFolder() const {
    std::error_code failure;
    const bool there = fs::exists(folder_, failure);
    if (!there || (fs::is_directory(folder_, failure) && fs::is_empty(folder_, failure))) {
      return Status::Ok();
    }
    return Error{ErrorCode::kIo, folder_ + " is there already", range(),
                 "name a folder that is not there"};
  }

  // What goes into the folder, as it is at one moment.
  Status Choose() {
    store::Catalog& catalog = run_.state.catalog();
    if (!statement_.project) {
      const analysis::AnalysisContext context = run_.state.MakeContext();
      PAISQL_ASSIGN(store::Table table, analysis::ResolveTable(*statement_.name, context));
      Exported one{std::move(table), {}, {}};
      if (statement_.partition.has_value()) {
        PAISQL_ASSIGN(one.partition,
                      analysis::ResolvePartialPartition(*statement_.partition, one.table, context));
        PAISQL_TRY(FindPartitions(*one.partition, one.table, statement_.partition->range, run_));
      }
      manifest_.project = store::ProjectOfPlace(one.table.project);
      chosen_.push_back(std::move(one));
    } else {
      PAISQL_TRY(ChooseProject());
    }
    PAISQL_TRY(run_.state.permissions().RequireRank(
        access::Rank::kSuperAdministrator, manifest_.project, "export tables and views", range()));
    if (TellsFlow(run_)) {
      DataFlow flow;
      flow.action = "EXPORT";
      for (const Exported& one : chosen_) flow.reads.push_back({one.table.QualifiedName(), ""});
      run_.out.Flow(flow);
    }
    if (run_.state.checking()) return Status::Ok();
    PAISQL_ASSIGN_AT(range(), const store::Catalog::View view, catalog.BeginView());
    for (Exported& one : chosen_) {
      if (!HasRows(one.table)) continue;
      PAISQL_ASSIGN_AT(range(), one.listing, catalog.ListFiles(one.table, std::nullopt));
    }
    return Status::Ok();
  }

  Status ChooseProject() {
    store::Catalog& catalog = run_.state.catalog();
    const std::string name =
        statement_.name ? statement_.name->parts.front().text : run_.state.project;
    PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(name));
    if (schemas.empty()) {
      PAISQL_ASSIGN(const std::vector<std::string> others, names::ProjectNames(catalog));
      const std::string near = DidYouMean(name, others);
      return Error{ErrorCode::kProjectNotFound, "project " + name + " does not exist",
                   statement_.name->range,
                   near.empty() ? "SHOW PROJECTS; lists the projects" : near};
    }
    manifest_.whole_project = true;
    for (const store::Schema& schema : schemas) {
      manifest_.project = schema.project;
      if (schema.id != 0) manifest_.schemas.push_back(schema.name);
      PAISQL_ASSIGN(const std::vector<store::Table> tables,
                    catalog.ListTables(store::PlaceText(schema.project, schema.name)));
      for (const store::Table& table : tables) chosen_.push_back({table, {}, {}});
      PAISQL_TRY(ChooseFunctions(store::PlaceText(schema.project, schema.name)));
    }
    return Status::Ok();
  }

  Status ChooseFunctions(const std::string& place) {
    PAISQL_ASSIGN(const auto names, store::CatalogNames::Open(run_.state.home(), kPatienceMs));
    PAISQL_ASSIGN(const std::vector<std::string> functions,
                  names->Functions(place, "", std::numeric_limits<int>::max()));
    for (const std::string& name : functions) {
      PAISQL_ASSIGN(const std::optional<store::Table> row,
                    run_.state.catalog().FindTable(place, analysis::FunctionKey(name)));
      if (row.has_value()) chosen_.push_back({*row, {}, {}});
    }
    return Status::Ok();
  }

  Status Write(const Exported& one) {
    const store::Place place = store::PlaceOf(one.table.project);
    const names::Names text = run_.state.Names().Within(one.table);
    const store::Place text_place = store::PlaceOf(text.place());
    ExportedObject object;
    const bool query =
        one.table.kind == store::TableKind::kView || store::IsMaterialized(one.table);
    object.kind = query ? ExportedKind::kQuery : ExportedKind::kTable;
    object.schema = place.schema;
    object.name = one.table.name;
    if (object.name.ends_with("()")) {
      object.kind = ExportedKind::kFunction;
      object.name.resize(object.name.size() - 2);
    }
    object.text_project = text_place.project;
    object.text_schema = text_place.schema;
    object.reads_schemas = text.reads_schemas();
    const std::string number = fmt::format("{:04}", manifest_.objects.size() + 1);
    object.ddl = "ddl/" + number + ".sql";
    const std::string ddl = CreateStatement(one.table);
    object.ddl_sha256 = DigestOf(ddl);
    PAISQL_TRY_AT(range(), WriteDurably(unfinished_ + "/" + object.ddl, ddl));
    if (HasRows(one.table)) PAISQL_TRY(WriteRows(one, "data/" + number, object));
    manifest_.objects.push_back(std::move(object));
    return Status::Ok();
  }

  static bool IsWanted(const Exported& one, const execution::PartitionValues& values) {
    if (!one.partition.has_value()) return true;
    for (size_t i = 0; i < values.size(); ++i) {
      if ((*one.partition)[i].has_value() && *(*one.partition)[i] != values[i]) return false;
    }
    return true;
  }

  Status WriteRows(const Exported& one, const std::string& folder, ExportedObject& object) {
    State& state = run_.state;
    PAISQL_TRY(execution::CheckListing(state, one.table, one.listing, range()));
    store::Table fresh = one.table;
    fresh.id = 0;
    fresh.schema_version = 1;
    execution::Staging staging(state);
    PAISQL_TRY_AT(range(), MakeFolders(unfinished_ + "/" + folder));
    for (const auto& [values, part] : execution::ByPartition(one.table, one.listing)) {
      if (!IsWanted(one, values)) continue;
      if (one.table.partitioned()) object.partitions.push_back(values);
      PAISQL_ASSIGN_AT(
          range(), const std::vector<store::StagedFile> files,
          execution::ShareFiles(state, one.table, part, fresh, values, staging, state.Execution()));
      for (const store::StagedFile& file : files) {
        PAISQL_TRY(state.CheckInterrupted());
        ExportedFile& kept = object.files.emplace_back();
        kept.path = fmt::format("{}/{:04}.parquet", folder, object.files.size());
        kept.partition = values;
        kept.rows = file.rows;
        PAISQL_ASSIGN_AT(range(), const store::Copied copied,
                         store::CopyFile(file.path, unfinished_ + "/" + kept.path));
        kept.bytes = copied.bytes;
        kept.sha256 = copied.sha256;
        rows_ += file.rows;
      }
    }
    return Status::Ok();
  }

  const syntax::TransferStatement& statement_;
  Run& run_;
  std::string folder_;
  std::string unfinished_;
  std::vector<Exported> chosen_;
  ExportManifest manifest_;
  int64_t rows_ = 0;
};

}  // namespace

Status RunExport(const syntax::TransferStatement& statement, Run& run) {
  return Exporting(statement, run).Export();
}

Status RunTransfer(const syntax::TransferStatement& statement, Run& run) {
  PAISQL_TRY(statement.import ? RunImport(statement, run) : RunExport(statement, run));
  run.out.Done();
  return Status::Ok();
}

}  // namespace paisql::session
