// IMPORT TABLE t FROM 'folder' and IMPORT PROJECT p FROM 'folder': the statements and files of an
// export become tables and views again, in one transaction. What fails has changed nothing.

#include <fmt/format.h>

#include "base/files/files.h"
#include "base/text.h"
#include "execution/staging.h"
#include "session/data_flow.h"
#include "session/statements/catalog/export_folder.h"
#include "session/statements/catalog/transfer.h"
#include "session/statements/dispatch.h"
#include "session/statements/quiet_sink.h"
#include "store/draft.h"
#include "store/files/copied_file.h"
#include "store/place.h"
#include "store/table_write.h"
#include "store/upkeep/file_check.h"
#include "syntax/parser.h"
#include "syntax/statements/tables.h"

namespace paisql::session {
namespace {

// The session as the text of an object wants it to be, and then as it was.
class ReadingAs {
 public:
  ReadingAs(State& state, std::string project, std::string schema, bool reads_schemas)
      : state_(state),
        project_(state.project),
        schema_(state.schema),
        setting_(state.settings().Get(kSetting)) {
    state.project = std::move(project);
    state.schema = std::move(schema);
    (void)state.settings().Set(kSetting, reads_schemas ? "true" : "false", {});
  }
  ~ReadingAs() {
    state_.project = project_;
    state_.schema = schema_;
    (void)state_.settings().Set(kSetting, setting_, {});
  }
  ReadingAs(const ReadingAs&) = delete;
  ReadingAs& operator=(const ReadingAs&) = delete;

 private:
  static constexpr const char* kSetting = "odps.namespace.schema";
  State& state_;
  std::string project_;
  std::string schema_;
  std::string setting_;
};

// Gives the object that a statement makes this name.
bool SetName(syntax::Statement& statement, const std::vector<std::string>& parts) {
  syntax::QualifiedName* name = nullptr;
  if (syntax::IsA<syntax::CreateTableStatement>(statement)) {
    name = &static_cast<syntax::CreateTableStatement&>(statement).table;
  } else if (syntax::IsA<syntax::CreateViewStatement>(statement)) {
    name = &static_cast<syntax::CreateViewStatement&>(statement).view;
  } else if (syntax::IsA<syntax::CreateSqlFunctionStatement>(statement)) {
    name = &static_cast<syntax::CreateSqlFunctionStatement&>(statement).name;
  }
  if (name == nullptr) return false;
  name->parts.clear();
  for (const std::string& part : parts) name->parts.push_back({part, true, name->range});
  return true;
}

class Importing {
 public:
  Importing(const syntax::TransferStatement& statement, Run& run)
      : statement_(statement),
        run_(run),
        folder_(run.state.ResolvePath(statement.folder)),
        staging_(run.state) {}

  Status Import() {
    PAISQL_ASSIGN_AT(range(), manifest_, ReadManifest(folder_));
    PAISQL_TRY(ChooseTarget());
    PAISQL_TRY(CheckRights());
    if (!run_.state.checking()) {
      PAISQL_TRY(StageFiles());
      PAISQL_ASSIGN_AT(range(), draft_, store::CatalogDraft::Begin(run_.state.catalog()));
    }
    PAISQL_TRY(MakePlaces());
    std::vector<const ExportedObject*> queries;
    for (size_t i = 0; i < manifest_.objects.size(); ++i) {
      const ExportedObject& object = manifest_.objects[i];
      PAISQL_TRY(CheckIsNew(object));
      if (object.kind != ExportedKind::kTable) {
        queries.push_back(&object);
        continue;
      }
      PAISQL_TRY(Make(object));
      PAISQL_TRY(PutRows(object, i));
    }
    PAISQL_TRY(MakeQueries(std::move(queries)));
    PAISQL_TRY(MakeKept());
    if (TellsFlow(run_)) TellWrites();
    run_.state.unknowns().NoteRows();
    if (draft_ == nullptr) return Status::Ok();
    PAISQL_TRY(run_.state.CheckInterrupted());
    PAISQL_TRY_AT(range(), draft_->Commit());
    run_.outcome.rows_written = rows_;
    const size_t count = manifest_.objects.size() + manifest_.kept.size();
    run_.out.Message(fmt::format("{} {} and {} rows were imported", count,
                                 count == 1 ? "object" : "objects", rows_));
    return Status::Ok();
  }

 private:
  const SourceRange& range() const { return statement_.folder_range; }

  // Where the objects go, and the name of a single table.
  Status ChooseTarget() {
    if (statement_.project) {
      if (!manifest_.whole_project) {
        return Error{ErrorCode::kInvalidCommand, folder_ + " holds a table, not a project", range(),
                     "write IMPORT TABLE FROM 'folder'"};
      }
      project_ = statement_.name ? statement_.name->parts.front().text : manifest_.project;
      return Status::Ok();
    }
    if (manifest_.whole_project) {
      return Error{ErrorCode::kInvalidCommand, folder_ + " holds a project, not a table", range(),
                   "write IMPORT PROJECT FROM 'folder'"};
    }
    ExportedObject& table = manifest_.objects.front();
    std::string place = run_.state.Place();
    if (statement_.name.has_value()) {
      const std::vector<syntax::Identifier>& parts = statement_.name->parts;
      if (parts.size() > 3) {
        return Error{ErrorCode::kSemantic,
                     statement_.name->ToString() + " is not a name of a table",
                     statement_.name->range, "write table, project.table or project.schema.table"};
      }
      PAISQL_TRY(analysis::CheckNewObjectName(parts.back(), "table"));
      std::vector<std::string> qualifiers;
      for (size_t i = 0; i + 1 < parts.size(); ++i) qualifiers.push_back(parts[i].text);
      place = run_.state.Names().PlaceOf(qualifiers);
      table.name = parts.back().text;
    }
    PAISQL_ASSIGN_AT(range(), const std::optional<store::Project> found,
                     run_.state.catalog().FindProject(place));
    if (!found.has_value()) {
      return Error{ErrorCode::kProjectNotFound, "project " + place + " cannot be resolved",
                   statement_.name->range, "SHOW PROJECTS; lists the projects"};
    }
    const store::Place target = store::PlaceOf(found->name);
    project_ = target.project;
    table.schema = target.schema;
    return Status::Ok();
  }

  // Tables come with their owners' statements, so only who may do everything there imports them.
  Status CheckRights() const {
    PAISQL_ASSIGN_AT(range(), const std::optional<store::Project> there,
                     run_.state.catalog().FindProject(project_));
    if (!there.has_value()) return Status::Ok();
    return run_.state.permissions().RequireRank(access::Rank::kSuperAdministrator, project_,
                                                "import tables and views", range());
  }

  // Copies the files into the home, where they belong to no table yet.
  Status StageFiles() {
    PAISQL_ASSIGN(const std::string folder, staging_.MakeFolder());
    for (const ExportedObject& object : manifest_.objects) {
      std::vector<store::StagedFile>& staged = staged_.emplace_back();
      for (const ExportedFile& file : object.files) {
        PAISQL_TRY(run_.state.CheckInterrupted());
        store::StagedFile& one = staged.emplace_back();
        one.path = fmt::format("{}/{}.parquet", folder, ++number_);
        one.partition_values = file.partition;
        one.rows = file.rows;
        PAISQL_ASSIGN_AT(range(), const store::Copied copied,
                         store::CopyFile(folder_ + "/" + file.path, one.path));
        store::DataFile written;
        written.path = one.path;
        written.rows = file.rows;
        written.bytes = copied.bytes;
        if (copied.sha256 != file.sha256 || store::LookAtFooter(written).has_value()) {
          return Error{ErrorCode::kInvalidCommand,
                       fmt::format("the export in {} is broken: {} is not what EXPORT has written",
                                   folder_, file.path),
                       range(), "EXPORT it again, or copy the whole folder"};
        }
      }
    }
    return Status::Ok();
  }

  // The project and its schemas, unless they are there.
  Status MakePlaces() {
    store::Catalog& catalog = run_.state.catalog();
    store::CatalogTransaction transaction = catalog.Begin();
    PAISQL_ASSIGN_AT(range(), const std::optional<store::Project> there,
                     catalog.FindProject(project_));
    if (!there.has_value()) {
      PAISQL_TRY(analysis::CheckNewObjectName({project_, true, range()}, "project"));
      transaction.Add(store::change::EnsureProject{project_});
    }
    for (const std::string& name : manifest_.schemas) {
      PAISQL_ASSIGN_AT(range(), const auto schema, catalog.FindSchema(project_, name));
      if (schema.has_value()) continue;
      store::Schema made;
      made.project = project_;
      made.name = name;
      transaction.Add(store::change::CreateSchema{std::move(made)});
    }
    if (transaction.empty()) return Status::Ok();
    PAISQL_TRY_AT(range(), transaction.Commit());
    return Status::Ok();
  }

  std::string PlaceOf(const ExportedObject& object) const {
    return store::PlaceText(project_, object.schema);
  }

  Status CheckIsNew(const ExportedObject& object) const {
    PAISQL_ASSIGN_AT(
        range(), const std::optional<store::Table> there,
        run_.state.catalog().FindTable(PlaceOf(object), object.kind == ExportedKind::kFunction
                                                            ? analysis::FunctionKey(object.name)
                                                            : object.name));
    if (!there.has_value()) return Status::Ok();
    return Error{ErrorCode::kTableExists, there->QualifiedName() + " already exists", range(),
                 statement_.project ? "IMPORT PROJECT p names another project"
                                    : "IMPORT TABLE t gives it another name"};
  }

  // Runs the statement of an object.
  Status Make(const ExportedObject& object) {
    PAISQL_ASSIGN_AT(range(), const std::string text, ReadFile(folder_ + "/" + object.ddl));
    const auto explain = [&](Error error) {
      error.detail = fmt::format("in {}: {}", object.ddl, error.detail);
      error.range = range();
      return error;
    };
    Result<syntax::StatementPtr> parsed = syntax::ParseStatement(text, &run_.state.leash());
    if (!parsed.ok()) return explain(std::move(parsed).error());
    if (!SetName(**parsed, {project_, object.schema, object.name})) {
      return explain(Error{
          ErrorCode::kInvalidCommand, "it does not make a table or view", {}, "EXPORT it again"});
    }
    // A text that names no project was written in the exported one.
    const bool own = object.text_project == manifest_.project;
    const ReadingAs reading(run_.state, own ? project_ : object.text_project, object.text_schema,
                            object.reads_schemas);
    QuietSink quiet(run_.sink, true);
    Run inner{run_.state, quiet, quiet, text, {}, nullptr, ""};
    const Status made = RunStatement(**parsed, inner);
    return made.ok() ? Status::Ok() : Status(explain(made.error()));
  }

  Status PutRows(const ExportedObject& object, size_t index) {
    store::Catalog& catalog = run_.state.catalog();
    PAISQL_ASSIGN_AT(range(), const std::optional<store::Table> table,
                     catalog.FindTable(PlaceOf(object), object.name));
    PAISQL_ASSERT(table.has_value(), "a table is there once it was made");
    for (const std::vector<std::string>& values : object.partitions) {
      if (values.size() == table->partition_columns.size()) continue;
      return Error{
          ErrorCode::kInvalidCommand,
          fmt::format("the export in {} is broken: partitions of {} do not fit its columns",
                      folder_, object.name),
          range(), "EXPORT it again, or copy the whole folder"};
    }
    store::TableWrite write(catalog);
    if (!object.partitions.empty()) {
      write.transaction().Add(store::change::AddPartitions{table->id, object.partitions, true});
    }
    if (draft_ != nullptr && !staged_[index].empty()) {
      store::WriteRequest request;
      request.table_id = table->id;
      request.schema_version = table->schema_version;
      request.table_name = table->QualifiedName();
      request.files = std::move(staged_[index]);
      write.Put(std::move(request));
      rows_ += write.rows();
    }
    PAISQL_TRY_AT(range(), write.Commit());
    return Status::Ok();
  }

  Status MakeKept() {
    KeptTarget target{folder_, manifest_.project, project_, "", range()};
    if (draft_ != nullptr && manifest_.kept.size() > 0) {
      PAISQL_ASSIGN(target.staging, staging_.MakeFolder());
    }
    return ImportKept(manifest_.kept, target, run_);
  }

  // Views and functions may use each other, so those go first whose names are there.
  Status MakeQueries(std::vector<const ExportedObject*> queries) {
    while (!queries.empty()) {
      std::vector<const ExportedObject*> later;
      Status first = Status::Ok();
      for (const ExportedObject* const query : queries) {
        Status made = Make(*query);
        if (made.ok()) continue;
        const ErrorCode code = made.error().code;
        if (code != ErrorCode::kTableNotFound && code != ErrorCode::kSemantic) return made;
        if (first.ok()) first = std::move(made);
        later.push_back(query);
      }
      if (later.size() == queries.size()) return first;
      queries = std::move(later);
    }
    return Status::Ok();
  }

  void TellWrites() {
    DataFlow flow;
    flow.action = "IMPORT";
    for (const ExportedObject& object : manifest_.objects) {
      flow.writes.push_back({PlaceOf(object) + "." + object.name, ""});
    }
    run_.out.Flow(flow);
  }

  const syntax::TransferStatement& statement_;
  Run& run_;
  const std::string folder_;
  execution::Staging staging_;
  ExportManifest manifest_;
  std::string project_;
  std::vector<std::vector<store::StagedFile>> staged_;  // of each object
  std::unique_ptr<store::CatalogDraft> draft_;
  int64_t number_ = 0;
  int64_t rows_ = 0;
};

}  // namespace

Status RunImport(const syntax::TransferStatement& statement, Run& run) {
  return Importing(statement, run).Import();
}

}  // namespace paisql::session
