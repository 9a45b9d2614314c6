// Resources, models, streams and functions of an export become those of a project.

#include <fmt/format.h>

#include "base/files/files.h"
#include "session/statements/catalog/export_kept.h"
#include "store/changes.h"
#include "store/files/copied_file.h"
#include "store/place.h"
#include "store/transaction.h"
#include "store/versions.h"

namespace paisql::session {
namespace {

class KeptImport {
 public:
  KeptImport(const KeptTarget& target, Run& run) : target_(target), run_(run) {}

  Status Add(const ExportedResource& one) {
    store::Resource resource = one.row;
    resource.project = PlaceOf(target_.exported, one.schema);
    if (one.file.has_value()) {
      PAISQL_ASSIGN(resource.path, Stage(*one.file, fmt::format("resource{}", ++number_)));
      resource.bytes = one.file->bytes;
    } else {
      RenameProject(resource.source);
    }
    PAISQL_TRY_AT(target_.range, run_.state.catalog().AddResource(resource, false));
    return Status::Ok();
  }

  Status Add(const ExportedModel& one) {
    store::Model model = one.row;
    model.project = target_.project;
    const size_t first = DefaultOf(one);
    PAISQL_ASSIGN(const store::ModelVersion made, VersionOf(one, first));
    PAISQL_TRY_AT(target_.range, run_.state.catalog().CreateModel(model, made));
    PAISQL_ASSIGN_AT(target_.range, const std::optional<store::Model> there,
                     run_.state.catalog().FindModel(model.project, model.name));
    PAISQL_ASSERT(there.has_value(), "a model is there once it was made");
    for (size_t i = 0; i < one.files.size(); ++i) {
      if (i == first) continue;
      PAISQL_ASSIGN(const store::ModelVersion further, VersionOf(one, i));
      PAISQL_TRY_AT(target_.range, run_.state.catalog().AddModelVersion(*there, further));
    }
    return Status::Ok();
  }

  // Its class is read again when somebody calls it: its resources have other ids here.
  Status Add(const ExportedFunction& one) {
    store::UserFunction function = one.row;
    function.project = PlaceOf(target_.exported, one.schema);
    const std::string begin = target_.exported + ":";
    for (std::string& name : function.resources) {
      if (name.starts_with(begin)) name.replace(0, begin.size(), target_.project + ":");
    }
    store::CatalogTransaction transaction = run_.state.catalog().Begin();
    transaction.Add(store::change::CreateFunction{std::move(function), false});
    PAISQL_TRY_AT(target_.range, transaction.Commit());
    return Status::Ok();
  }

  // One that had read all goes on with what comes after the import.
  Status Add(const ExportedStream& one) {
    const std::string place = PlaceOf(one.table_project, one.table_schema);
    PAISQL_ASSIGN_AT(target_.range, const std::optional<store::Table> table,
                     run_.state.catalog().FindTable(place, one.table));
    if (!table.has_value()) {
      return Error{ErrorCode::kTableNotFound,
                   fmt::format("the stream {} reads {}.{}, which is not there", one.row.name, place,
                               one.table),
                   target_.range, "make the table first"};
    }
    store::Stream stream;
    stream.project = PlaceOf(target_.exported, one.schema);
    stream.name = one.row.name;
    stream.comment = one.row.comment;
    stream.table_id = table->id;
    PAISQL_ASSIGN_AT(target_.range, const std::vector<store::DataVersion> versions,
                     store::VersionCatalog(run_.state.catalog()).ListVersions(table->id));
    if (one.read_all && !versions.empty()) stream.offset = versions.back().number;
    store::CatalogTransaction transaction = run_.state.catalog().Begin();
    transaction.Add(store::change::CreateStream{std::move(stream)});
    PAISQL_TRY_AT(target_.range, transaction.Commit());
    return Status::Ok();
  }

 private:
  // The exported project has another name here.
  std::string PlaceOf(const std::string& project, const std::string& schema) const {
    return store::PlaceText(project == target_.exported ? target_.project : project, schema);
  }

  // "p.t partition(…)"
  void RenameProject(std::string& source) const {
    const std::string begin = target_.exported + ".";
    if (source.starts_with(begin)) source.replace(0, begin.size(), target_.project + ".");
  }

  static size_t DefaultOf(const ExportedModel& one) {
    for (size_t i = 0; i < one.row.versions.size(); ++i) {
      if (one.row.versions[i].version == one.row.default_version) return i;
    }
    return 0;
  }

  Result<store::ModelVersion> VersionOf(const ExportedModel& one, size_t index) {
    store::ModelVersion version = one.row.versions[index];
    const std::string name = fmt::format("model{}", ++number_);
    version.folder = target_.staging + "/" + name;
    for (const ExportedCopy& file : one.files[index]) {
      PAISQL_TRY(run_.state.CheckInterrupted());
      PAISQL_ASSIGN(const std::string staged, Stage(file, name + "/" + file.below));
      // In a check the files stay where they are.
      if (target_.staging.empty()) {
        version.folder = staged.substr(0, staged.size() - file.below.size() - 1);
      }
    }
    return version;
  }

  // Copies the file into the home, which shows whether it is the exported one.
  Result<std::string> Stage(const ExportedCopy& file, const std::string& name) {
    const std::string from = target_.folder + "/" + file.path;
    if (target_.staging.empty()) return from;
    const std::string to = target_.staging + "/" + name;
    PAISQL_TRY_AT(target_.range, MakeFolders(ParentFolder(to)));
    PAISQL_ASSIGN_AT(target_.range, const store::Copied copied, store::CopyFile(from, to));
    if (copied.sha256 == file.sha256) return to;
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("the export in {} is broken: {} is not what EXPORT has written",
                             target_.folder, file.path),
                 target_.range, "EXPORT it again, or copy the whole folder"};
  }

  const KeptTarget& target_;
  Run& run_;
  int number_ = 0;
};

}  // namespace

Status ImportKept(const KeptObjects& kept, const KeptTarget& target, Run& run) {
  KeptImport import(target, run);
  for (const ExportedResource& one : kept.resources) PAISQL_TRY(import.Add(one));
  for (const ExportedModel& one : kept.models) PAISQL_TRY(import.Add(one));
  for (const ExportedStream& one : kept.streams) PAISQL_TRY(import.Add(one));
  for (const ExportedFunction& one : kept.functions) PAISQL_TRY(import.Add(one));
  return Status::Ok();
}

}  // namespace paisql::session
