#include "serving/processor/processor_file.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files/files.h"

namespace paisql::serving {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "app.py";

struct ForeignKind {
  std::string_view extension;
  std::string_view what;
  std::string_view hint;
};
constexpr ForeignKind kForeign[] = {
    {".jar", "processors in Java", "a processor is app.py or a library (.so)"},
    {".pmml", "processors of PMML",
     "DEPLOY SERVICE s USING 'model.pmml' serves such a model without a processor"},
    {".gz", "packed processors", "unpack it, and name the folder"},
    {".zip", "packed processors", "unpack it, and name the folder"},
};

bool IsFile(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

Error NotFound(const std::string& path, const std::string& why) {
  return {
      ErrorCode::kModelNotFound, path + why, {}, "name app.py, a library (.so) or their folder"};
}

Result<ProcessorFile> OfFile(const fs::path& path) {
  const std::string extension = path.extension().string();
  for (const ForeignKind& kind : kForeign) {
    if (extension != kind.extension) continue;
    return Error{ErrorCode::kUnsupported,
                 std::string(kind.what) + " are not offered: " + path.string(),
                 {},
                 std::string(kind.hint)};
  }
  if (extension != ".py" && extension != ".so") {
    return NotFound(path.string(), " is not a processor");
  }
  ProcessorFile file;
  file.kind = extension == ".py" ? ProcessorKind::kPython : ProcessorKind::kLibrary;
  file.path = path.string();
  file.folder = path.parent_path().string();
  file.name = (path.filename() == kEntry ? path.parent_path().filename() : path.stem()).string();
  return file;
}

}  // namespace

Result<ProcessorFile> FindProcessor(const std::string& path) {
  std::error_code failed;
  fs::path found = fs::absolute(path, failed).lexically_normal();
  if (!found.has_filename()) found = found.parent_path();  // "…/"
  if (IsFile(found)) return OfFile(found);
  if (!fs::is_directory(found, failed)) return NotFound(path, " does not exist");
  if (IsFile(found / kEntry)) return OfFile(found / kEntry);
  std::vector<fs::path> libraries;
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(found.string()));
  for (const std::string& name : names) {
    if (fs::path(name).extension() == ".so") libraries.push_back(found / name);
  }
  if (libraries.empty()) return NotFound(path, " holds neither app.py nor a library (.so)");
  if (libraries.size() > 1) return NotFound(path, " holds several libraries");
  PAISQL_ASSIGN(ProcessorFile file, OfFile(libraries[0]));
  file.name = found.filename().string();
  return file;
}

}  // namespace paisql::serving
