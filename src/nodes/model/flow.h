#pragma once

// A workflow as it was written: nodes, their parameters, what they wait for, and how they are run.
// Plain values; nothing here reads the catalog.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nodes/document/value.h"
#include "nodes/model/kinds.h"

namespace paisql::nodes {

inline constexpr int kMostTurns = 128;  // of a loop that says nothing else
inline constexpr int kMostTurnsEver = 1024;
inline constexpr int kMostParallelTurns = 20;
// The parameter that a for-each goes through, and the one that a do-while may look at.
inline constexpr const char* kLoopData = "loopDataArray";
inline constexpr const char* kLoopInput = "input";
// The name of the output of an assignment.
inline constexpr const char* kAssigned = "outputs";

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

// How the scheduler treats a node.
enum class Recurrence {
  kNormal,
  kPause,  // it does not run, and neither does what waits for it
  kSkip,   // it succeeds without running
};

enum class RerunMode { kAllowed, kDenied, kFailureAllowed };

struct Flow;

// An output of another node, under the name that it has here.
struct Input {
  std::string name;
  Named from;            // a node or one of its outputs
  std::string variable;  // that it gives: "outputs" of an assignment
};

// A way out of a branch: the first whose condition holds is gone.
struct BranchArm {
  std::string when;  // an expression of Python, in which ${name} is a value
  Place place;
  Named output;  // what waits for it is run, and what waits for the others is not
  std::string description;
};

// One that a merge waits for, and how it may have ended.
struct MergeArm {
  std::string name;  // in `logic`
  Named from;        // a node or one of its outputs
  bool success = true;
  bool not_run = true;  // by a branch
  bool failure = false;
};

// The data that a node checks for until it is there.
struct AwaitedData {
  std::string file;       // a path
  std::string table;      // "table" or "project.table"
  std::string partition;  // "ds=20260101"; "": the table as a whole
  int64_t every_ms = 60000;
};

// The members that only nodes that steer others have.
struct Control {
  std::vector<BranchArm> branches;
  std::vector<MergeArm> merges;
  std::string logic;  // of the names of `merges` with and, or, not and brackets; "": all of them
  Named workflow;     // of a SUB_PROCESS: the path of its folder
  // The nodes of one turn of a loop, or that workflow.
  std::shared_ptr<const Flow> body;
  // Only for a do-while: the position in `body` of the node whose answer says whether to go on.
  std::optional<size_t> again;
  int most_turns = kMostTurns;
  int parallel = 0;  // turns of a for-each at once; 0: one after another
  AwaitedData awaited;
  int64_t wait_ms = 0;
};

struct Node {
  std::string name;
  Place place;                 // of its entry
  const Kind* kind = nullptr;  // null where nothing says it, which is a problem
  Named unknown_kind;          // what is said where `kind` is UnknownKind()
  std::string path;            // of its code, as it is opened; "" for none
  std::string code;
  std::string description;
  std::vector<Parameter> parameters;
  // Names of nodes or outputs; nullopt: found by what the SQL reads.
  std::optional<std::vector<Named>> depends;
  std::vector<Named> outputs;
  std::vector<Input> inputs;
  // The values that it gives to other nodes when it has succeeded; they may name its own
  // parameters.
  std::vector<Parameter> gives;
  // Nodes of the run of the day before that have to have succeeded; "self" is this one.
  std::vector<Named> previous;
  bool ignores_branches = false;  // it runs though one that it waits for is skipped by a branch
  std::string language;           // of an assignment's code: "odps-sql", "python", "shell"
  Control control;
  std::vector<std::string> tags;
  std::string cron;  // "": the workflow's
  // Only for an instance of a node that is due several times a day: the node's own name, and
  // whether the instance begins after the end of the node before it in the flow, however that
  // ends.
  std::string cycle_of;
  bool behind_last = false;
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
  bool settings_first = false;  // SET and USE before the other statements, as an editor has it
  int parallel = 0;             // nodes at once; 0: as many as the machine has cores
  std::vector<Parameter> parameters;
  std::vector<Parameter> workspace;  // those of the workspace that it lies in
  std::vector<Node> nodes;
  Value document;  // all of flow.yaml, what nobody knows included

  // The position of the node of that name; nullopt for none.
  std::optional<size_t> Find(std::string_view name) const;
};

inline constexpr int kHighestPriority = 8;
inline constexpr int kMostReruns = 10;

}  // namespace paisql::nodes
