#include "serving/service/model_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/files/files.h"
#include "inference/pmml/pmml_model.h"

namespace paisql::serving {

namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestVersion = 19;

bool IsVersion(const std::string& name) {
  return !name.empty() && name.size() <= kLongestVersion &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool HoldsModel(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "saved_model.pb", ignored) ||
         fs::exists(folder / "saved_model.pbtxt", ignored) || inference::HoldsPmml(folder);
}

ModelFolder Describe(const fs::path& folder) {
  const std::string last = folder.filename().string();
  if (IsVersion(last)) return {folder.string(), last, folder.parent_path().filename().string()};
  return {folder.string(), "1", last};
}

}  // namespace

Result<ModelFolder> FindModelFolder(const std::string& path) {
  std::error_code failed;
  fs::path folder = fs::absolute(path, failed).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "…/"
  if (inference::HoldsPmml(folder) && !fs::is_directory(folder, failed)) {
    return ModelFolder{folder.string(), "1", folder.stem().string()};
  }
  if (HoldsModel(folder)) return Describe(folder);
  PAISQL_ASSIGN(std::vector<std::string> names, ListFolder(folder.string()));
  std::erase_if(names, [&](const std::string& name) {
    return !IsVersion(name) || !HoldsModel(folder / name);
  });
  const auto newest = std::max_element(names.begin(), names.end(),
                                       [](const std::string& left, const std::string& right) {
                                         return std::stoull(left) < std::stoull(right);
                                       });
  if (newest != names.end()) return Describe(folder / *newest);
  return Error{ErrorCode::kModelNotFound,
               path +
                   " holds no SavedModel: neither saved_model.pb nor a folder of a version with "
                   "one",
               {},
               "name the folder that tf.saved_model.save or export_savedmodel has written"};
}

}  // namespace paisql::serving
