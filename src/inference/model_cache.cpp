#include "inference/model_cache.h"

#include <algorithm>

namespace paisql::inference {

Result<std::shared_ptr<Model>> ModelCache::Get(std::string_view format,
                                               const std::filesystem::path& folder,
                                               const LoadOptions& options) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.folder == folder; });
  if (known != entries_.end()) {
    std::rotate(known, known + 1, entries_.end());
    return entries_.back().model;
  }
  PAISQL_ASSIGN(std::shared_ptr<Model> model, LoadModel(format, folder, options));
  if (entries_.size() >= kMostModels) entries_.erase(entries_.begin());
  entries_.push_back({folder, model});
  return model;
}

}  // namespace paisql::inference
