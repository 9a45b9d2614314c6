#pragma once

// A workflow as it was written: nodes, their parameters, what they wait for, and how they are run.
// Plain values; nothing here reads the catalog.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nodes/document/value.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

// `name=expression`; the parameters of a shell script are called 1, 2, ….
struct Parameter {
  std::string name;
  std::string expression;
  Place place;
};

// A name as somebody has written it.
struct Named {
  std::string name;
  Place place;
};

// What the scheduler does with a node.
enum class Recurrence {
  kNormal,
  kPause,  // it does not run, and neither does what waits for it
  kSkip,   // it succeeds without running
};

enum class RerunMode { kAllowed, kDenied, kFailureAllowed };

struct Node {
  std::string name;
  Place place;                 // of its entry
  const Kind* kind = nullptr;  // null where it is unknown, which is a problem
  std::string path;            // of its code, as it is opened; "" for none
  std::string code;
  std::string description;
  std::vector<Parameter> parameters;
  // Names of nodes or outputs; nullopt: found by what the SQL reads.
  std::optional<std::vector<Named>> depends;
  std::vector<Named> outputs;
  std::vector<std::string> tags;
  std::string cron;  // "": the workflow's
  Recurrence recurrence = Recurrence::kNormal;
  RerunMode rerun_mode = RerunMode::kAllowed;
  int rerun_times = 0;
  int64_t rerun_interval_ms = 180000;
  int64_t timeout_ms = 0;  // 0: none
  int priority = 1;        // 8 goes first
};

struct Flow {
  std::string name;
  std::string folder;   // absolute
  std::string file;     // flow.yaml as it is opened; "" where the folder has none
  std::string project;  // "": that of the session
  std::string cron;
  int parallel = 0;  // nodes at once; 0: as many as the machine has cores
  std::vector<Parameter> parameters;
  std::vector<Node> nodes;
  Value document;  // all of flow.yaml, what nobody knows included

  // The position of the node of that name; nullopt for none.
  std::optional<size_t> Find(std::string_view name) const;
};

inline constexpr int kHighestPriority = 8;
inline constexpr int kMostReruns = 10;

}  // namespace paisql::nodes
