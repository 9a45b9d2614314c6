#pragma once

// One user's session on one home: statements one after another, with settings and a current
// project. The shell, a workflow node and a server drive it through this face alone.
//
// Opening reads the catalog and no more: the engine, the lease and the job service are made by the
// first statement that needs them. A Session belongs to one thread; only Interrupt may be called
// from others.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/factory.h"
#include "session/sink.h"
#include "syntax/lexer/lexer.h"
#include "syntax/statement.h"
#include "training/spec/installation.h"

namespace paisql::session {

inline constexpr const char* kDefaultProject = "default_project";

struct SessionOptions {
  std::string home_path;
  std::string project = kDefaultProject;  // made when it is new
  // What can run statements, and what of it does.
  engine::EngineFactory engines;
  std::string engine{engine::kDefaultEngine};
  training::Installation installation;
  // Somebody sits at a prompt: when Ctrl-C is pressed while a job is followed, the sink is asked
  // what to do. Otherwise Ctrl-C ends the job.
  bool interactive = false;
  // Statements are analysed and nothing runs. What they make, change and drop counts for those that
  // follow, in a copy of the catalog; the home stays as it is and need not exist.
  bool check_only = false;
};

// What a statement did, beyond what went to the sink.
struct Outcome {
  bool quit = false;
  bool query = false;  // rows were shown
  std::optional<int64_t> rows_written = {};
};

// What is known of a statement before it runs.
struct Prepared {
  const syntax::Statement* parsed = nullptr;  // of its text; null: the session parses it
  // Set from any thread: a statement that has not begun will not.
  const std::atomic<bool>* stopped = nullptr;
};

class State;

class Session {
 public:
  // kEnvironment when the home cannot be used, with the cure.
  static Result<std::unique_ptr<Session>> Open(SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Tells of the statements that Execute will be given next, so that what takes long can be begun
  // for them in advance. They need not come. `all`: none is known to come behind them.
  void Expect(const std::vector<syntax::StatementText>& statements, bool all);

  // Runs one statement. A failed one leaves everything as it was, the session included.
  Result<Outcome> Execute(const syntax::StatementText& statement, Sink& sink,
                          const Prepared& prepared = {});

  // Ends the running statement soon; it then fails with kInstanceCancelled. False, and nothing is
  // done, between two statements. Safe from any thread.
  bool Interrupt();
  // Whether the last statement was told to end, and did not go on after asking the sink.
  bool interrupted() const;
  // Whether the running statement has only read its text so far: nothing would be left of it if the
  // program ended. Safe from any thread.
  bool only_reads_text() const;

  const std::string& project() const;
  // What SET has set, else the default of the table of settings, else "".
  std::string Setting(std::string_view name) const;
  // Relative paths of TUNNEL, ADD and file:// start here: the folder of the running .sql file, or
  // ".".
  void SetScriptFolder(std::string folder);

  // Open's part; State is known to this room only.
  explicit Session(std::unique_ptr<State> state);

 private:
  Result<Outcome> Run(const syntax::StatementText& statement, Sink& sink, const Prepared& prepared);

  std::unique_ptr<State> state_;
};

}  // namespace paisql::session
