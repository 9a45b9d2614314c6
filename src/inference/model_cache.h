#pragma once

// Models that a process has loaded, kept for the next use. Any thread at once; a thread that asks
// for a model which another one is loading waits for it.

#include <filesystem>
#include <memory>
#include <mutex>
#include <vector>

#include "inference/model.h"

namespace paisql::inference {

class ModelCache {
 public:
  // So many models stay; the one that was asked for longest ago goes first. Whoever holds one keeps
  // it all the same.
  static constexpr size_t kMostModels = 8;

  // The files of `folder` never change. Errors are those of LoadModel; one that failed is tried
  // again when it is asked for the next time.
  Result<std::shared_ptr<Model>> Get(std::string_view format, const std::filesystem::path& folder,
                                     const LoadOptions& options);

 private:
  struct Entry {
    std::filesystem::path folder;
    std::shared_ptr<Model> model;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;  // the newest use last
};

}  // namespace paisql::inference
