#pragma once

// What a client submits: a job of one task, or a component of PAI. Pure.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace paisql::rest {

struct JobRequest {
  std::string element;  // of the task: "SQL", "Merge", "XflowInstance"
  std::string name;     // of the task
  std::string comment;  // likewise
  std::string query;    // statements, where the task has some
  std::string table;    // of a Merge, with its partition
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> aliases;     // names that mean other resources
  std::map<std::string, std::string> properties;  // of the configuration, but for the settings
  std::string job;                                // its name, "" for none
  std::string unique_id;                          // that the client has given, "" for none
  int priority = 9;                               // 0 runs first
  std::string source;                             // the job as the client wrote it

  // Of a component of PAI.
  std::string component;
  std::string project;
  std::vector<std::pair<std::string, std::string>> parameters;  // as written
  bool estimates = false;  // nothing runs: how much it would read
};

// kInvalidArgumentType for a body that is not a job of one task.
Result<JobRequest> ReadJobRequest(const std::string& body);
// The text of a job as the client wrote it, from "<Job>" to "</Job>"; "" for none.
std::string OuterText(std::string_view body, std::string_view element);

}  // namespace paisql::rest
