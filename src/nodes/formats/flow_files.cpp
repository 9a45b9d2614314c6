#include "nodes/formats/flow_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/files/source_file.h"
#include "base/text.h"
#include "nodes/code/pai_tasks.h"
#include "nodes/document/json.h"
#include "nodes/formats/import_spec.h"
#include "nodes/read/read_flow.h"

namespace paisql::nodes {

namespace {

namespace fs = std::filesystem;

bool IsDocument(const std::string& path) {
  return path.ends_with(".json") || path.ends_with(".yaml") || path.ends_with(".yml");
}

// Adds the files of a folder and of those in it; unless `all` are wanted, those
// that belong to nodes: what lies beside a *.spec.json, properties, and
// documents at the top.
Status AddFolder(const fs::path& folder, const std::string& below, const fs::path& except, bool all,
                 FileTexts& files) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder.string()));
  const bool node =
      std::ranges::any_of(names, [](const std::string& name) { return name.ends_with(kSpecEnd); });
  for (const std::string& name : names) {
    if (name.starts_with('.') && !all) continue;
    const fs::path path = folder / name;
    std::error_code failure;
    const fs::file_status link = fs::symlink_status(path, failure);
    if (fs::is_directory(link)) {
      if (path == except) continue;
      PAISQL_TRY(AddFolder(path, below + name + "/", except, all, files));
    } else if (fs::is_regular_file(path, failure)) {
      const bool document = below.empty() && IsDocument(name);
      if (!all && !node && !document && name != "dataworks.properties") continue;
      if (files.size() >= kMostFiles) {
        return Error{ErrorCode::kInvalidCommand,
                     fmt::format("{} has over {} files", folder.string(), kMostFiles),
                     {},
                     "name the folder of the workflow itself"};
      }
      PAISQL_ASSIGN(files[below + name], ReadFile(path.string()));
    }
  }
  return Status::Ok();
}

fs::path Real(const std::string& path) {
  std::error_code failure;
  fs::path real = fs::weakly_canonical(fs::absolute(path, failure), failure);
  return real.has_filename() ? real : real.parent_path();
}

// The content of a PAI node, where the source is one.
std::optional<Value> PaiContentOf(const FileTexts& source) {
  if (source.size() != 1 || !source.begin()->first.ends_with(".json")) return std::nullopt;
  Result<Value> document = ReadJson(source.begin()->second);
  if (!document.ok() || !IsPaiContent(*document)) return std::nullopt;
  return *std::move(document);
}

// The error for a spec that describes something other than nodes.
Error NoNodes(const SpecDocument& document) {
  constexpr std::pair<std::string_view, const char*> kInstead[] = {
      {"Resource", "ADD FILE makes a resource, and a node of kind ODPS_PYTHON or ODPS_FILE"},
      {"Function", "CREATE FUNCTION makes it, and a node of kind ODPS_FUNCTION"},
      {"Table", "CREATE TABLE makes it"}};
  const std::string kind = TextOf(document.value, "kind");
  std::string hint = "what runs here are the nodes of a workflow";
  for (const auto& [name, instead] : kInstead) {
    if (EqualsIgnoreCase(kind, name)) hint = instead;
  }
  return {ErrorCode::kInvalidCommand,
          document.path + (kind.empty() ? "" : " is of kind " + kind + ", and") + " has no nodes",
          {},
          hint};
}

}  // namespace

Result<FileTexts> ReadFlowSource(const std::string& path, const std::string& except) {
  FileTexts files;
  const fs::path real = Real(path);
  std::error_code failure;
  if (!fs::is_directory(real, failure)) {
    PAISQL_ASSIGN(files[real.filename().string()], ReadSource(path));
    return files;
  }
  PAISQL_TRY(AddFolder(real, "", Real(except), false, files));
  // A folder with one file of a workflow stands for it.
  bool folder = false;
  std::vector<std::string> documents;
  for (const auto& [name, text] : files) {
    folder = folder || name.ends_with(kSpecEnd);
    if (IsDocument(name) && name.find('/') == std::string::npos) documents.push_back(name);
  }
  if (folder) return files;
  if (documents.size() == 1) return FileTexts{{documents.front(), files.at(documents.front())}};
  return Error{ErrorCode::kInvalidCommand,
               path + " is not a workflow of the platform: it has no file *.spec.json",
               {},
               "of several workflows in one folder name the file of one"};
}

Result<ImportedFlow> ImportFlow(const FileTexts& source) {
  if (const std::optional<Value> content = PaiContentOf(source)) {
    return ImportPaiContent(*content, source.begin()->first);
  }
  PAISQL_ASSIGN(const Spec spec, Spec::Read(source));
  ImportedFlow flow = ImportSpec(spec);
  if (flow.nodes.empty()) return NoNodes(spec.documents()[spec.FlowDocument()]);
  return flow;
}

Status WriteImportedFlow(const std::string& folder, const ImportedFlow& flow,
                         const FileTexts& source) {
  FileTexts files = flow.code;
  files[kFlowFile] = WriteYaml(flow.flow);
  for (const auto& [path, text] : files) {
    std::error_code failure;
    const std::string whole = folder + "/" + path;
    if (fs::symlink_status(whole, failure).type() == fs::file_type::not_found) continue;
    return Error{
        ErrorCode::kInvalidCommand, whole + " is there already", {}, "choose another folder"};
  }
  for (const auto& [path, text] : source) files[std::string(kOriginFolder) + "/" + path] = text;
  return WriteFlowTexts(folder, files);
}

Result<FileTexts> ReadOrigin(const std::string& folder) {
  FileTexts files;
  PAISQL_TRY(AddFolder(Real(folder) / kOriginFolder, "", {}, true, files));
  // The workflow made of it is written as one that began here.
  if (PaiContentOf(files).has_value()) files.clear();
  return files;
}

Status WriteFlowTexts(const std::string& folder, const FileTexts& files) {
  PAISQL_TRY(MakeFolders(folder));
  for (const auto& [path, text] : files) {
    const std::string whole = folder + "/" + path;
    PAISQL_TRY(MakeFolders(ParentFolder(whole)));
    PAISQL_TRY(WriteNewFile(whole, text, NewFileKind::kOfUser));
  }
  return Status::Ok();
}

}  // namespace paisql::nodes
