#pragma once

// The parts of a past job that RERUN needs.

#include <map>
#include <optional>
#include <string>

#include "store/place.h"
#include "store/types.h"

namespace paisql::jobs {

// job.json tells under which circumstances the statement
// was run; that of an older version, or one that is gone, tells nothing.
struct PastJob {
  std::string project;
  std::string statement;
  std::optional<std::map<std::string, std::string>> settings;
  std::optional<std::string> script_folder;
  std::string schema{store::kDefaultSchema};
};

// The parameters of the job's statement; none when the row's text cannot be read.
std::map<std::string, std::string> ParametersOf(const store::Job& job);

// The settings, the script folder and the schema of <directory>/job.json, as far as it tells.
PastJob ReadCircumstances(const std::string& directory);

}  // namespace paisql::jobs
