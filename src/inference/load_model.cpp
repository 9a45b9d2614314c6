#include <algorithm>
#include <array>

#include "inference/model.h"
#include "inference/pmml/pmml_model.h"

namespace paisql::inference {

namespace {

struct Format {
  std::string_view name;
  Result<std::unique_ptr<Model>> (*load)(const std::filesystem::path& folder,
                                         const LoadOptions& options);
};

constexpr std::array kFormats = {Format{kSavedModelFormat, LoadSavedModel},
                                 Format{kPmmlFormat, LoadPmml}};

// The row of the format; that of PMML for a learner's folder with such a file.
const Format* Find(std::string_view name, const std::filesystem::path& folder) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  if (found != kFormats.end()) return found;
  return HoldsPmml(folder) ? &kFormats[1] : nullptr;
}

}  // namespace

bool CanLoad(std::string_view format, const std::filesystem::path& folder) {
  return Find(format, folder) != nullptr;
}

std::string_view FormatOf(const std::filesystem::path& folder) {
  return HoldsPmml(folder) ? kPmmlFormat : kSavedModelFormat;
}

Result<std::unique_ptr<Model>> LoadModel(std::string_view format,
                                         const std::filesystem::path& folder,
                                         const LoadOptions& options) {
  if (const Format* const found = Find(format, folder)) return found->load(folder, options);
  return Error{ErrorCode::kModel,
               "models of the format " + std::string(format) + " cannot be loaded here",
               {},
               "use the PAI component that predicts with such models"};
}

}  // namespace paisql::inference
