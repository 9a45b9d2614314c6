#include <algorithm>
#include <array>

#include "inference/model.h"

namespace paisql::inference {

namespace {

struct Format {
  std::string_view name;
  Result<std::unique_ptr<Model>> (*load)(const std::filesystem::path& folder,
                                         const LoadOptions& options);
};

constexpr std::array kFormats = {Format{kSavedModelFormat, LoadSavedModel}};

const Format* Find(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace

bool CanLoad(std::string_view format) { return Find(format) != nullptr; }

Result<std::unique_ptr<Model>> LoadModel(std::string_view format,
                                         const std::filesystem::path& folder,
                                         const LoadOptions& options) {
  if (const Format* const found = Find(format)) return found->load(folder, options);
  return Error{ErrorCode::kModel,
               "models of the format " + std::string(format) + " cannot be loaded here",
               {},
               "use the PAI component that predicts with such models"};
}

}  // namespace paisql::inference
