#include "pai/value/copies/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"

namespace paisql::pai {

Result<std::shared_ptr<TemporaryFolder>> TemporaryFolder::Make() {
  std::error_code code;
  std::string path = std::filesystem::temp_directory_path(code).string() + "/paisql-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) return FileError("make", path, errno);
  return std::make_shared<TemporaryFolder>(std::move(path));
}

TemporaryFolder::~TemporaryFolder() {
  // A folder that cannot be removed costs disk alone.
  (void)RemoveTree(path_).ok();
}

}  // namespace paisql::pai
