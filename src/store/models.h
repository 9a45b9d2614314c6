#pragma once

// The catalog's rows about trained models, as plain values. A model has a name and numbered
// versions; each is a folder of files that the home keeps and that never changes.

#include <cstdint>
#include <string>
#include <vector>

namespace paisql::store {

struct ModelVersion {
  int64_t version = 0;  // 1, 2, …; 0 for the next one when it is added
  // Absolute path of the kept folder; of one that is added, the folder to copy.
  std::string folder;
  std::string source;      // where it came from, as the user named it
  std::string signatures;  // what it computes, as JSON (inference/signature_json.h)
  std::string job_id;      // the job that trained it, "" when nobody knows
  std::string
      training;  // facts about that job as a JSON object (docs/internals/formats.md), else "{}"
  std::string comment;
  std::string owner;
  int64_t bytes = 0;
  int64_t created_ms = 0;  // UTC milliseconds since the epoch
  // The format of its files: which program can load it (inference/model.h).
  std::string format = "saved_model";
};

struct Model {
  int64_t id = 0;
  std::string project;
  std::string name;
  std::string comment;
  std::string owner;
  int64_t default_version = 0;  // what a caller gets who names none
  int64_t created_ms = 0;
  int64_t last_modified_ms = 0;
  std::vector<ModelVersion> versions;  // ascending

  // nullptr for a version that there is not.
  const ModelVersion* Version(int64_t version) const {
    for (const ModelVersion& one : versions) {
      if (one.version == version) return &one;
    }
    return nullptr;
  }
};

}  // namespace paisql::store
