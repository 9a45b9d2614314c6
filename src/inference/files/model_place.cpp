#include "inference/files/model_place.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::inference {

namespace {

namespace fs = std::filesystem;

constexpr const char* kModelFile = "saved_model.pb";
constexpr const char* kTextFile = "saved_model.pbtxt";
constexpr const char* kKnownKinds =
    "models are folders of SavedModels, Keras files (.keras, .h5), frozen graphs (.pb), PMML "
    "(.pmml, .xml) and model tables (odps://)";

// Entries that are folders; none where there is no such folder.
std::vector<fs::path> FoldersIn(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
    std::error_code unknown;
    if (entry.is_directory(unknown)) folders.push_back(entry.path());
  }
  return folders;
}

using Numbered = std::optional<std::pair<uint64_t, fs::path>>;

// The folder of the greatest number that holds a model.
Numbered NewestIn(const fs::path& folder) {
  Numbered newest;
  for (const fs::path& one : FoldersIn(folder)) {
    const std::string name = one.filename().string();
    const std::optional<uint64_t> number = ParseNumber<uint64_t>(name);
    std::error_code failure;
    if (!number.has_value() || !fs::exists(one / kModelFile, failure)) continue;
    if (!newest.has_value() || newest->first < *number) newest = {*number, one};
  }
  return newest;
}

std::optional<fs::path> NewestExport(const fs::path& folder) {
  Numbered newest = NewestIn(folder);
  std::vector<fs::path> places = FoldersIn(folder / "export");
  places.push_back(folder / "export");
  for (const fs::path& place : places) {
    Numbered here = NewestIn(place);
    if (here.has_value() && (!newest.has_value() || newest->first < here->first)) {
      newest = std::move(here);
    }
  }
  if (!newest.has_value()) return std::nullopt;
  return newest->second;
}

// What a file's name says of it. The platform's other kinds are told from names that say nothing.
struct FileKind {
  std::string_view extension;
  ModelKind kind = ModelKind::kSavedModel;
  std::string_view refused;  // what it is that is not offered; "" for a kind that is
};
constexpr FileKind kFileKinds[] = {
    {".h5", ModelKind::kKeras, ""},
    {".hdf5", ModelKind::kKeras, ""},
    {".keras", ModelKind::kKeras, ""},
    {".pb", ModelKind::kFrozenGraph, ""},
    {".pmml", ModelKind::kPmml, ""},
    {".xml", ModelKind::kPmml, ""},
    {".onnx", {}, "an ONNX model"},
    {".pt", {}, "a PyTorch model"},
    {".pth", {}, "a PyTorch model"},
    {".pkl", {}, "a pickle, Python code that would run when it is read"},
    {".joblib", {}, "a pickle, Python code that would run when it is read"},
    {".tflite", {}, "a TensorFlow Lite model"},
    {".gz", {}, "a single packed file: unpack it, and name what is in it"},
};

Result<ModelPlace> OfFile(const fs::path& path, const std::string& written) {
  if (path.filename() == kModelFile) return ModelPlace{path.parent_path(), ModelKind::kSavedModel};
  if (path.filename() == kTextFile)
    return ModelPlace{path.parent_path(), ModelKind::kSavedModelText};
  const std::string extension = ToLower(path.extension().string());
  for (const FileKind& one : kFileKinds) {
    if (one.extension != extension) continue;
    if (one.refused.empty()) return ModelPlace{path.string(), one.kind};
    return Error{ErrorCode::kModel, written + " is " + std::string(one.refused), {}, kKnownKinds};
  }
  return Error{
      ErrorCode::kModel, written + " is not a kind of model that is known", {}, kKnownKinds};
}

// A pipe or a device among the files would never be read to its end, and a link that leads out of
// the folder would bring a file of the machine into the home, and to whoever may read the model.
Status CheckFiles(const fs::path& folder) {
  std::error_code failure;
  const std::string inside = fs::canonical(folder, failure).string() + "/";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, failure)) {
    std::error_code unknown;
    const std::string link = entry.path().string();
    if (entry.is_symlink(unknown)) {
      const std::string target = fs::canonical(entry.path(), unknown).string();
      if (target.empty() || !fs::is_regular_file(target, unknown)) {
        return Error{ErrorCode::kModel,
                     link + " is a link that leads to no file",
                     {},
                     "put the files in its place (cp -rL copies what links lead to)"};
      }
      if (target.starts_with(inside)) continue;
      return Error{ErrorCode::kModel,
                   link + " is a link that leads out of the model's folder",
                   {},
                   "put the file in its place (cp -rL copies what links lead to)"};
    }
    if (entry.is_regular_file(unknown) || entry.is_directory(unknown)) continue;
    return Error{ErrorCode::kModel,
                 entry.path().string() + " is not a file",
                 {},
                 "a model's folder holds files and folders only"};
  }
  return Status::Ok();
}

}  // namespace

Result<ModelPlace> FindModelAt(const std::string& path, const std::string& written) {
  fs::path folder = path;
  std::error_code failure;
  if (fs::is_regular_file(folder, failure)) return OfFile(folder.lexically_normal(), written);
  const bool is_text =
      !fs::exists(folder / kModelFile, failure) && fs::exists(folder / kTextFile, failure);
  if (!is_text && !fs::exists(folder / kModelFile, failure)) {
    std::optional<fs::path> newest = NewestExport(folder);
    if (!newest.has_value()) {
      return Error{
          ErrorCode::kModelNotFound,
          written + " holds no SavedModel",
          {},
          "name the folder with saved_model.pb, one with numbered exports, a Keras file or a "
          "frozen graph"};
    }
    folder = *std::move(newest);
  }
  PAISQL_TRY(CheckFiles(folder));
  std::string normal = folder.lexically_normal().string();
  while (normal.size() > 1 && normal.back() == '/') normal.pop_back();
  return ModelPlace{normal, is_text ? ModelKind::kSavedModelText : ModelKind::kSavedModel};
}

}  // namespace paisql::inference
