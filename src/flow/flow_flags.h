#pragma once

// The command line of `paisql flow`: a verb, what it is about, flags of its own, and those of the
// program that say where and as whom it works.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/model/graph.h"
#include "script/options/flags.h"

namespace paisql::flow {

struct FlowFlags {
  std::string verb;                // "run"
  std::vector<std::string> words;  // "flows/churn"
  script::Flags common;            // --home, --project, --define, --bizdate, …
  nodes::Selection selection;
  std::string backfill_first;  // days, as --bizdate; "" for no backfill
  std::string backfill_last;
  int parallel = 0;                    // 0: not said
  std::vector<std::string> succeeded;  // nodes that count as done
  std::vector<std::string> frozen;     // nodes that do not run
  bool resume = false;
  bool explain = false;
  bool dry_run = false;
  bool beside = false;
  bool check = true;
  bool help = false;
  std::string format;   // "": text
  bool events = false;  // --output jsonl
  bool quiet = false;
  bool overwrite = false;
  bool once = false;
  bool remote = false;  // a user of a server has asked for it (session::SessionOptions::remote)
};

// Whether the command line's tool is `flow`; the arguments are those after the program's name.
bool NamesFlow(const std::vector<std::string>& arguments);

// An error's detail is for "paisql: …".
Result<FlowFlags> ParseFlowFlags(const std::vector<std::string>& arguments);

std::string FlowHelp();

}  // namespace paisql::flow
