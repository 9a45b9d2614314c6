#include "session/statements/catalog/export_kept.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "session/statements/answers.h"
#include "store/files/copied_file.h"
#include "store/files/files.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "store/versions.h"

namespace paisql::session {
namespace {

using Json = nlohmann::json;

constexpr store::ResourceKind kResourceKinds[] = {
    store::ResourceKind::kFile, store::ResourceKind::kPy, store::ResourceKind::kJar,
    store::ResourceKind::kArchive, store::ResourceKind::kTable};

Json JsonOfCopy(const ExportedCopy& copy) {
  return {
      {"path", copy.path}, {"name", copy.below}, {"bytes", copy.bytes}, {"sha256", copy.sha256}};
}

ExportedCopy CopyOf(const Json& json) {
  return {json.at("path"), json.at("name"), json.at("bytes"), json.at("sha256")};
}

Json JsonOfVersion(const store::ModelVersion& version, const std::vector<ExportedCopy>& files) {
  Json copies = Json::array();
  for (const ExportedCopy& file : files) copies.push_back(JsonOfCopy(file));
  return {{"version", version.version},       {"source", version.source},
          {"signatures", version.signatures}, {"job_id", version.job_id},
          {"training", version.training},     {"comment", version.comment},
          {"format", version.format},         {"files", std::move(copies)}};
}

void AddVersionOf(const Json& json, ExportedModel& model) {
  store::ModelVersion& version = model.row.versions.emplace_back();
  version.version = json.at("version");
  version.source = json.at("source");
  version.signatures = json.at("signatures");
  version.job_id = json.at("job_id");
  version.training = json.at("training");
  version.comment = json.at("comment");
  version.format = json.at("format");
  std::vector<ExportedCopy>& files = model.files.emplace_back();
  for (const Json& file : json.at("files")) files.push_back(CopyOf(file));
}

Result<ExportedCopy> Keep(const std::string& from, std::string below, const std::string& folder,
                          const std::string& path) {
  PAISQL_TRY(MakeFolders(ParentFolder(folder + "/" + path)));
  PAISQL_ASSIGN(const store::Copied copied, store::CopyFile(from, folder + "/" + path));
  return ExportedCopy{path, std::move(below), copied.bytes, copied.sha256};
}

Status AddResources(const store::Schema& schema, const std::string& folder, Run& run,
                    KeptObjects& kept) {
  const std::string place = store::PlaceText(schema.project, schema.name);
  PAISQL_ASSIGN(std::vector<store::Resource> resources, run.state.catalog().ListResources(place));
  for (store::Resource& resource : resources) {
    PAISQL_TRY(run.state.CheckInterrupted());
    ExportedResource& one = kept.resources.emplace_back();
    one.schema = schema.name;
    if (resource.kind != store::ResourceKind::kTable) {
      PAISQL_ASSIGN(one.file, Keep(resource.path, resource.name, folder,
                                   fmt::format("resources/{:04}", kept.resources.size())));
    }
    one.row = std::move(resource);
  }
  return Status::Ok();
}

Status AddModels(const std::string& project, const std::string& folder, Run& run,
                 KeptObjects& kept) {
  PAISQL_ASSIGN(std::vector<store::Model> models, run.state.catalog().ListModels(project));
  for (store::Model& model : models) {
    ExportedModel& one = kept.models.emplace_back();
    for (const store::ModelVersion& version : model.versions) {
      PAISQL_ASSIGN(std::vector<std::string> files, store::ListFilesBelow(version.folder));
      std::sort(files.begin(), files.end());
      std::vector<ExportedCopy>& copies = one.files.emplace_back();
      for (const std::string& file : files) {
        PAISQL_TRY(run.state.CheckInterrupted());
        const std::string below = file.substr(version.folder.size() + 1);
        PAISQL_ASSIGN(ExportedCopy copy, Keep(file, below, folder,
                                              fmt::format("models/{:04}/{}/{}", kept.models.size(),
                                                          version.version, below)));
        copies.push_back(std::move(copy));
      }
    }
    one.row = std::move(model);
  }
  return Status::Ok();
}

Status AddStreams(const store::Schema& schema, Run& run, KeptObjects& kept) {
  store::VersionCatalog catalog(run.state.catalog());
  const std::string place = store::PlaceText(schema.project, schema.name);
  PAISQL_ASSIGN(std::vector<store::Stream> streams, catalog.ListStreams(place));
  for (store::Stream& stream : streams) {
    PAISQL_ASSIGN(const std::optional<store::Table> table, catalog.TableOf(stream));
    if (!table.has_value()) {
      run.out.Message("stream " + stream.QualifiedName() +
                      " is not exported: its table was dropped");
      continue;
    }
    PAISQL_ASSIGN(const std::vector<store::DataVersion> versions,
                  catalog.ListVersions(stream.table_id));
    const store::Place read = store::PlaceOf(table->project);
    const bool read_all = !versions.empty() && stream.offset >= versions.back().number;
    kept.streams.push_back(
        {schema.name, std::move(stream), read.project, read.schema, table->name, read_all});
  }
  return Status::Ok();
}

Status AddFunctions(const store::Schema& schema, Run& run, KeptObjects& kept) {
  const std::string place = store::PlaceText(schema.project, schema.name);
  PAISQL_ASSIGN(std::vector<store::UserFunction> functions,
                store::FunctionCatalog(run.state.catalog()).List(place));
  for (store::UserFunction& function : functions) {
    kept.functions.push_back({schema.name, std::move(function)});
  }
  return Status::Ok();
}

}  // namespace

Status KeptObjects::ForEachFile(const std::function<Status(const ExportedCopy&)>& call) const {
  for (const ExportedResource& resource : resources) {
    if (resource.file.has_value()) PAISQL_TRY(call(*resource.file));
  }
  for (const ExportedModel& model : models) {
    for (const std::vector<ExportedCopy>& files : model.files) {
      for (const ExportedCopy& file : files) PAISQL_TRY(call(file));
    }
  }
  return Status::Ok();
}

void WriteKept(const KeptObjects& kept, Json& manifest) {
  Json resources = Json::array();
  for (const ExportedResource& one : kept.resources) {
    Json json = {{"schema", one.schema},
                 {"name", one.row.name},
                 {"type", ResourceKindName(one.row.kind)},
                 {"source", one.row.source},
                 {"comment", one.row.comment}};
    if (one.file.has_value()) json["file"] = JsonOfCopy(*one.file);
    resources.push_back(std::move(json));
  }
  Json models = Json::array();
  for (const ExportedModel& one : kept.models) {
    Json versions = Json::array();
    for (size_t i = 0; i < one.files.size(); ++i) {
      versions.push_back(JsonOfVersion(one.row.versions[i], one.files[i]));
    }
    models.push_back({{"name", one.row.name},
                      {"comment", one.row.comment},
                      {"default_version", one.row.default_version},
                      {"versions", std::move(versions)}});
  }
  Json streams = Json::array();
  for (const ExportedStream& one : kept.streams) {
    streams.push_back({{"schema", one.schema},
                       {"name", one.row.name},
                       {"comment", one.row.comment},
                       {"table_project", one.table_project},
                       {"table_schema", one.table_schema},
                       {"table", one.table},
                       {"read_all", one.read_all}});
  }
  manifest["resources"] = std::move(resources);
  manifest["models"] = std::move(models);
  manifest["streams"] = std::move(streams);
  Json functions = Json::array();
  for (const ExportedFunction& one : kept.functions) {
    Json codes = Json::array();
    for (const store::FunctionCode& code : one.row.codes) {
      codes.push_back({code.file_name, code.text});
    }
    functions.push_back({{"schema", one.schema},
                         {"name", one.row.name},
                         {"class", one.row.class_name},
                         {"resources", one.row.resources},
                         {"codes", std::move(codes)},
                         {"form", one.row.form},
                         {"signature", one.row.signature},
                         {"whole_columns", one.row.whole_columns}});
  }
  manifest["functions"] = std::move(functions);
}

// An export of version 1 has none of these.
KeptObjects ReadKept(const Json& manifest) {
  const auto list = [&manifest](const char* name) {
    return manifest.contains(name) ? manifest.at(name) : Json::array();
  };
  KeptObjects kept;
  for (const Json& json : list("resources")) {
    ExportedResource& one = kept.resources.emplace_back();
    one.schema = json.at("schema");
    one.row.name = json.at("name");
    one.row.source = json.at("source");
    one.row.comment = json.at("comment");
    const std::string type = json.at("type");
    for (const store::ResourceKind kind : kResourceKinds) {
      if (ResourceKindName(kind) == type) one.row.kind = kind;
    }
    if (json.contains("file")) one.file = CopyOf(json.at("file"));
  }
  for (const Json& json : list("models")) {
    ExportedModel& one = kept.models.emplace_back();
    one.row.name = json.at("name");
    one.row.comment = json.at("comment");
    one.row.default_version = json.at("default_version");
    for (const Json& version : json.at("versions")) AddVersionOf(version, one);
  }
  for (const Json& json : list("streams")) {
    ExportedStream& one = kept.streams.emplace_back();
    one.schema = json.at("schema");
    one.row.name = json.at("name");
    one.row.comment = json.at("comment");
    one.table_project = json.at("table_project");
    one.table_schema = json.at("table_schema");
    one.table = json.at("table");
    one.read_all = json.at("read_all");
  }
  for (const Json& json : list("functions")) {
    ExportedFunction& one = kept.functions.emplace_back();
    one.schema = json.at("schema");
    one.row.name = json.at("name");
    one.row.class_name = json.at("class");
    one.row.resources = json.at("resources");
    for (const Json& code : json.value("codes", Json::array())) {
      one.row.codes.push_back({code.at(0), code.at(1)});
    }
    one.row.form = json.at("form");
    one.row.signature = json.at("signature");
    one.row.whole_columns = json.at("whole_columns");
  }
  return kept;
}

Result<KeptObjects> ExportKept(const std::string& project, const std::string& folder, Run& run) {
  KeptObjects kept;
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, run.state.catalog().ListSchemas(project));
  for (const store::Schema& schema : schemas) {
    PAISQL_TRY(AddResources(schema, folder, run, kept));
    PAISQL_TRY(AddStreams(schema, run, kept));
    PAISQL_TRY(AddFunctions(schema, run, kept));
  }
  PAISQL_TRY(AddModels(project, folder, run, kept));
  return kept;
}

}  // namespace paisql::session
