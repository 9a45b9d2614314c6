#include "inference/saved_model/variables_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <protozero/pbf_message.hpp>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

namespace paisql::inference {

namespace {

namespace fs = std::filesystem;

// The numbers of the fields, from tensorflow/core/protobuf/meta_graph.proto, saver.proto and
// tensorflow/core/framework/graph.proto.
enum class CheckedGraphField : protozero::pbf_tag_type { kGraph = 2, kSaver = 3 };
enum class SaverField : protozero::pbf_tag_type { kRestore = 3 };
enum class GraphField : protozero::pbf_tag_type { kNode = 1 };
enum class NodeField : protozero::pbf_tag_type { kOperation = 2 };

constexpr std::array<std::string_view, 4> kVariableOperations = {"VarHandleOp", "VariableV2",
                                                                 "Variable", "AutoReloadVariable"};

template <typename Message>
protozero::data_view BytesOf(Message& message) {
  if (!message.has_wire_type(protozero::pbf_wire_type::length_delimited)) {
    throw protozero::unknown_pbf_wire_type_exception();
  }
  return message.get_view();
}

bool IsVariable(protozero::data_view bytes) {
  protozero::pbf_message<NodeField> node(bytes);
  while (node.next()) {
    if (node.tag() != NodeField::kOperation) {
      node.skip();
      continue;
    }
    const protozero::data_view operation = BytesOf(node);
    const std::string_view name(operation.data(), operation.size());
    return std::find(kVariableOperations.begin(), kVariableOperations.end(), name) !=
           kVariableOperations.end();
  }
  return false;
}

bool HasVariables(protozero::data_view bytes) {
  protozero::pbf_message<GraphField> graph(bytes);
  while (graph.next()) {
    if (graph.tag() != GraphField::kNode) {
      graph.skip();
    } else if (IsVariable(BytesOf(graph))) {
      return true;
    }
  }
  return false;
}

bool HasRestore(protozero::data_view bytes) {
  protozero::pbf_message<SaverField> saver(bytes);
  while (saver.next()) {
    if (saver.tag() == SaverField::kRestore) return !BytesOf(saver).empty();
    saver.skip();
  }
  return false;
}

bool RestoresVariables(protozero::data_view bytes) {
  bool variables = false;
  bool restores = false;
  protozero::pbf_message<CheckedGraphField> graph(bytes);
  while (graph.next()) {
    if (graph.tag() == CheckedGraphField::kGraph) {
      variables = HasVariables(BytesOf(graph));
    } else if (graph.tag() == CheckedGraphField::kSaver) {
      restores = HasRestore(BytesOf(graph));
    } else {
      graph.skip();
    }
  }
  return variables && restores;
}

// The data files that there are of how many: "variables.data-00000-of-00002" is one of two.
struct DataFiles {
  std::set<int> there;
  int count = 0;
};

DataFiles FindDataFiles(const fs::path& folder) {
  constexpr std::string_view kBegin = "variables.data-";
  constexpr std::string_view kOf = "-of-";
  DataFiles files;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kBegin)) continue;
    const char* const end = name.data() + name.size();
    int index = 0;
    int count = 0;
    const auto first = std::from_chars(name.data() + kBegin.size(), end, index);
    if (first.ec != std::errc() || !std::string_view(first.ptr, end).starts_with(kOf)) continue;
    const auto second = std::from_chars(first.ptr + kOf.size(), end, count);
    if (second.ec != std::errc() || second.ptr != end) continue;
    files.there.insert(index);
    files.count = std::max(files.count, count);
  }
  return files;
}

Error Missing(const fs::path& folder, const std::string& what) {
  return {ErrorCode::kModel,
          fmt::format("the variables of {} are missing: it has no {}", folder.string(), what),
          {},
          "copy the whole export, with its folder variables, or export the model again"};
}

}  // namespace

Status CheckVariables(protozero::data_view graph, const fs::path& folder) {
  if (!RestoresVariables(graph)) return Status::Ok();
  const fs::path variables = folder / "variables";
  std::error_code failure;
  if (!fs::is_directory(variables, failure)) return Missing(folder, "folder variables");
  if (!fs::is_regular_file(variables / "variables.index", failure)) {
    return Missing(folder, "file variables/variables.index");
  }
  const DataFiles files = FindDataFiles(variables);
  for (int index = 0; index < std::max(files.count, 1); ++index) {
    if (files.there.contains(index)) continue;
    return Missing(folder, fmt::format("file variables/variables.data-{:05}-of-{:05}", index,
                                       std::max(files.count, 1)));
  }
  return Status::Ok();
}

}  // namespace paisql::inference
