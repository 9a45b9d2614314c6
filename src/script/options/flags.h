#pragma once

// The command line. One table has every flag; parsing, --help and docs/shell.md follow it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "render/format.h"
#include "serving/settings/settings.h"
#include "variables/scope.h"

namespace paisql::script {

// One -e or -f, in the order of the command line.
struct Input {
  bool file = false;
  std::string text;     // the statements, or the file's path
  bool script = false;  // the file is one script
};

// The forms of `paisql lineage`.
enum class LineageForm { kText, kJson, kDot, kSvg };

// The flags that the program gets when it starts itself to watch a job.
struct Supervision {
  std::string job_directory;
  int lease_descriptor = -1;
  int guarded = 0;            // the supervisor's number; 0: this is a supervisor
  std::string stream_job;     // the directory of a stream's job, whose rows this one writes; or ""
  std::string row_query_job;  // the same, and this one computes a query over its rows
  bool kernels = false;       // it computes kernels for another engine (engine/kernel)
};

// The flags that the program gets when it starts itself to serve the models of a home.
struct FleetFlags {
  std::string supervised_home;  // --serve-home; "": not a supervisor of services
  std::string front_home;       // --front-home; "": not a front
  std::string listen;           // "127.0.0.1:8080"
};

// The flags of `serve`.
struct ServeFlags {
  std::string model;         // a folder; of a processor, what it is told of its model
  std::string processor;     // "": a SavedModel is served
  std::string model_config;  // what the processor is told beside the model
  std::string name;          // "": the model's
  std::string version;       // "": the model's folder says
  std::string host = "127.0.0.1";
  int port = 0;
  std::optional<std::string> token;  // none: PAISQL_SERVE_TOKEN
  serving::ServiceSettings settings;
  std::string warm_up;       // the file of a request; "": none
  serving::LogSettings log;  // what is kept in a table

  bool operator==(const ServeFlags&) const = default;
};

struct Flags {
  bool check = false;    // paisql check FILE…: inputs are files, and nothing runs
  bool lineage = false;  // paisql lineage FILE…: likewise
  bool verify = false;   // paisql verify: a home is looked at, and nothing runs
  bool catalog = false;  // paisql catalog: tells or changes where a home keeps its catalog
  bool doctor = false;   // paisql doctor: what is there and what is missing
  bool serves = false;   // paisql serve: a model over HTTP
  ServeFlags serve;
  bool eas = false;                              // paisql eas VERB: statements about services
  std::vector<std::string> eas_words;            // after `eas`
  bool repair = false;                           // of verify
  bool give_up_missing = false;                  // of verify --repair
  bool columns = false;                          // of lineage
  std::optional<LineageForm> lineage_form = {};  // of lineage; none: text
  std::string home;                              // "": PAISQL_HOME, else ~/.paisql
  std::string project;                           // "": default_project
  std::string user;                              // "": the owner
  std::vector<Input> inputs;
  std::optional<render::Format> format;  // none: auto at a prompt on a terminal, else table
  bool header = true;
  bool banner = true;   // of a prompt on a terminal
  bool events = false;  // --output jsonl: events for programs, of which rows are some
  std::optional<bool> check_first = {};  // not given: for files, unless keep_going
  bool dry_run = false;
  bool keep_going = false;
  bool echo = false;
  bool quiet = false;
  size_t from = 1;         // the number of the first statement that runs
  size_t client_from = 0;  // the same as the platform's client counts; 0: not given
  bool help = false;
  bool version = false;
  bool manual = false;                         // --man
  std::string completion;                      // "": none, else the shell whose script is wanted
  std::vector<variables::Variable> variables;  // of --define and --define-env
  std::string bizdate;                         // checked
  std::string cyctime;                         // checked
  std::string config;                          // "": the default place
  bool init = true;                            // a prompt runs ~/.paisqlrc
  Supervision supervision;
  bool supervise = false;
  int owner_descriptor = -1;  // the pipe of whoever has started this one; -1: nobody is watched
  FleetFlags fleet;
  std::string hosted_processor;  // the library whose processor this process is
};

// `arguments` are those after the program's name. An error's detail is for "paisql: …".
Result<Flags> ParseFlags(const std::vector<std::string>& arguments);

// The text of --help.
std::string HelpText();

// "--home", "--project", …: every flag that people use.
std::vector<std::string> FlagNames();

// The kinds of values that a shell may propose for a flag.
enum class Proposal { kNothing, kFolders, kFiles, kProjects, kNames };

// A flag that people use, as the manual page and the shells' completion tell of it.
struct FlagRow {
  std::string_view name;
  std::string_view letter;  // "-f"; "" for none
  std::string_view value;   // "FILE"; "" for a flag without a value
  std::string_view help;
  Proposal proposal = Proposal::kNothing;
  std::vector<std::string> names;  // of kNames
};
std::vector<FlagRow> FlagRows();

// The shells that complete the command line by a script of ours: "bash", "zsh", "fish".
std::vector<std::string> CompletionShells();

// The words of tools that take files.
inline constexpr std::string_view kFileWords = "FILE|FOLDER…";

// A tool: the bare word that chooses what the program does instead of running statements.
struct ToolRow {
  std::string_view name;
  std::string_view help;
  std::string_view words = {};  // what bare words after it are; "" where there are none
};
std::vector<ToolRow> ToolRows();

}  // namespace paisql::script
