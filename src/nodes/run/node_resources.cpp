#include "nodes/run/node_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <optional>

#include "base/files/files.h"

namespace paisql::nodes {

Status PutResources(const std::vector<std::string>& names, const std::string& project,
                    const Node& node, const std::string& folder, store::FlowBook& book) {
  namespace fs = std::filesystem;
  std::error_code failure;
  fs::remove_all(folder, failure);
  PAISQL_TRY(MakeFolders(folder));
  for (const std::string& name : names) {
    PAISQL_ASSIGN(const std::optional<store::Resource> resource, book.FindResource(project, name));
    const bool kept = resource.has_value() && !resource->path.empty();
    const std::string from = kept ? resource->path : ParentFolder(node.path) + "/" + name;
    if (!kept && !fs::is_regular_file(from, failure)) {
      return Error{
          ErrorCode::kInvalidCommand,
          fmt::format("the code refers to resource {}, which project {} does not have, and "
                      "no file beside the code is called so",
                      name, project),
          {},
          "ADD FILE makes it, or a node of kind ODPS_PYTHON or ODPS_FILE before this one"};
    }
    const std::string to = folder + "/" + name;
    if (!fs::copy_file(from, to, failure)) return FileError("write", to, failure.value());
    // Kept copies cannot be written to; what a script has is its own.
    fs::permissions(to, fs::perms::owner_write, fs::perm_options::add, failure);
  }
  return Status::Ok();
}

}  // namespace paisql::nodes
