#pragma once

// What the service counts and compares of submissions. Private to this folder.

#include <cstdint>
#include <string>

#include "instances/instance.h"

namespace paisql::instances {

inline int64_t TextBytes(const Submission& asked) {
  return static_cast<int64_t>(asked.query.size() + asked.source.size());
}

// What is the same for submissions that are to be one instance. "": it has no unique id.
inline std::string UniqueKey(const Submission& submission) {
  if (submission.unique_id.empty()) return "";
  return submission.project + '\n' + submission.user + '\n' + submission.unique_id;
}

}  // namespace paisql::instances
