#pragma once

// What an export of a project holds beside tables and views: resources and models with their
// files, streams, and functions in Python. docs/internals/formats.md has the members in
// export.json.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "session/state.h"
#include "store/functions.h"
#include "store/models.h"
#include "store/streams.h"

namespace paisql::session {

// A file of the export, as it is in the home.
struct ExportedCopy {
  std::string path;   // in the folder
  std::string below;  // its name in the model's folder
  int64_t bytes = 0;
  std::string sha256;
};

struct ExportedResource {
  std::string schema;
  store::Resource row;               // name, kind, source, comment
  std::optional<ExportedCopy> file;  // nullopt for a table
};

struct ExportedModel {
  store::Model row;                              // name, comment, default version, versions
  std::vector<std::vector<ExportedCopy>> files;  // of each version
};

struct ExportedStream {
  std::string schema;
  store::Stream row;          // name, comment
  std::string table_project;  // of the table that it reads
  std::string table_schema;
  std::string table;
  bool read_all = false;  // it had nothing to read when it was exported
};

struct ExportedFunction {
  std::string schema;
  store::UserFunction row;  // name, class, resources, what the class says of itself
};

struct KeptObjects {
  std::vector<ExportedResource> resources;
  std::vector<ExportedModel> models;
  std::vector<ExportedStream> streams;
  std::vector<ExportedFunction> functions;

  size_t size() const {
    return resources.size() + models.size() + streams.size() + functions.size();
  }
  // Calls for each file.
  Status ForEachFile(const std::function<Status(const ExportedCopy&)>& call) const;
};

// The members of export.json; reading throws the errors of the JSON library.
void WriteKept(const KeptObjects& kept, nlohmann::json& manifest);
KeptObjects ReadKept(const nlohmann::json& manifest);

// What the project has now; the files are copied into `folder`. The caller keeps all files of the
// home. A stream whose table is gone is told and left out.
Result<KeptObjects> ExportKept(const std::string& project, const std::string& folder, Run& run);

// Where an import brings them.
struct KeptTarget {
  std::string folder;    // of the export
  std::string exported;  // the project's name then
  std::string project;   // now
  std::string staging;   // a folder of the home; "" in a check
  SourceRange range;
};

// Makes them in the catalog. kInvalidMetaOperation for a name that is taken, kInvalidCommand for a
// file that is not the exported one, kTableNotFound for a stream's table.
Status ImportKept(const KeptObjects& kept, const KeptTarget& target, Run& run);

}  // namespace paisql::session
