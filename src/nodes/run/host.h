#pragma once

// The services that runs of nodes need from the program around them: it checks and runs their
// statements as it runs scripts.

#include <string>
#include <vector>

#include "nodes/model/flow.h"
#include "session/data_flow.h"
#include "variables/scope.h"

namespace paisql::nodes {

// A script of SQL with what its names stand for.
struct SqlScript {
  std::string path;  // of its file, for places; "" for none
  std::string code;
  std::vector<variables::Variable> variables;
  std::string bizdate;       // yyyymmdd
  std::string cyctime;       // yyyymmddhh24miss
  int priority = 1;          // 1 to 8, as nodes have it
  std::string project;       // the current one; "": the program's
  std::string answer;        // a file that gets the rows of its last query, as JSON; "" for none
  bool script_mode = false;  // the code is one script, as a node ODPS_SCRIPT has it
};

struct SqlCheck {
  std::vector<Problem> problems;
  std::vector<session::DataFlow> flows;  // what its statements read and write
  bool whole = true;                     // false: some statements show that only when they run
};

// Where errors and data flows of scripts are found without running them; a later check
// knows what earlier scripts make.
class SqlChecker {
 public:
  virtual ~SqlChecker() = default;
  virtual SqlCheck Check(const SqlScript& script) = 0;
  // A shell or Python node runs before all later scripts; it may make anything.
  virtual void NoteOtherCode() = 0;
};

// How the program runs itself and others for nodes.
struct Programs {
  std::string self;  // absolute path of this program
  // The part of the command line that its own runs of scripts need: --home, --project, --config.
  std::vector<std::string> arguments;
  std::string python;  // "" where there is none
  std::string python_folder;
};

}  // namespace paisql::nodes
