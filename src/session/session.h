#pragma once

// One user's session on one home: statements one after another, with settings and a current
// project. The shell, a workflow node and a server drive it through this face alone.
//
// Opening reads the catalog and no more: the engine, the lease and the job service are made by the
// first statement that needs them. A Session belongs to one thread; what may be called from any
// thread while it lives says so. Sessions of one process on one home share a HomeContext: each has
// its own running statement, progress, interrupt, settings and limits, and another thread.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "access/policy.h"
#include "base/result.h"
#include "messages/messages.h"
#include "session/home_context.h"
#include "syntax/lexer/lexer.h"
#include "syntax/statement.h"
#include "variables/substitution.h"

namespace paisql::session {

inline constexpr const char* kDefaultProject = "default_project";

struct SessionOptions : HomeOptions {
  std::string project = kDefaultProject;  // made when it is new
  // Who uses the session: a user of the project, as ADD USER names one. "": its owner, who may do
  // everything.
  std::string user;
  // The first values of variables, and the two moments of their dates: as SETVAR and SET
  // paisql.bizdate, paisql.cyctime would give them. The caller has checked their forms.
  std::vector<variables::Variable> variables;
  std::string bizdate;
  std::string cyctime;
  // The first settings. They return when USE forgets what was SET. The caller has checked the
  // values.
  std::vector<std::pair<std::string, std::string>> settings;
  // Other names of resources, as ALIAS gives them.
  std::map<std::string, std::string> aliases;
  // Somebody sits at a prompt: when Ctrl-C is pressed while a job is followed, the sink is asked
  // what to do. Otherwise Ctrl-C ends the job.
  bool interactive = false;
  // The language of messages, until SET paisql.language names another one.
  messages::Language language = messages::Language::kEnglish;
  // Statements are analysed and nothing runs. What they make, change and drop counts for those that
  // follow, in a copy of the catalog; the home stays as it is and need not exist.
  bool check_only = false;
  // The statements come from another machine: users other than the owner reach no file of this one
  // by its path, and their code runs confined.
  bool remote = false;
  // What a token allows, of what the user may do; null: there is no token.
  std::shared_ptr<const access::Policy> allowed = nullptr;
};

// The part of a table that a statement has read: the files that were left when it had chosen its
// partitions.
struct TableRead {
  std::string table;  // "project.name"
  int64_t rows = 0;
  int64_t bytes = 0;
};

// A statement's result, beyond the rows that went to the sink.
struct Outcome {
  bool quit = false;
  bool query = false;  // rows were shown
  std::optional<int64_t> rows_written = {};
  std::optional<int64_t> rows_replaced = {};  // of a statement that overwrites
  // How many rows a query has, where that is known, and at least how many where it is not.
  std::optional<int64_t> all_rows = {};
  int64_t least_rows = 0;
  // Not empty: a question was answered with no, so nothing has happened. A line for people.
  std::string declined = {};
  std::vector<TableRead> reads = {};  // a table that it reads twice counts twice
};

// Facts about a statement before it runs.
struct Prepared {
  // The tree of the statement's text. The session takes it unless variables change the text; null:
  // the session parses the text.
  const syntax::Statement* parsed = nullptr;
  // Set from any thread: a statement that has not begun will not.
  const std::atomic<bool>* stopped = nullptr;
};

// How far the running statement is, roughly.
struct StatementProgress {
  std::optional<double> fraction;  // 0 to 1; nullopt while it cannot be told
  int64_t rows = 0;                // read and worked on so far
  // The bytes of the files that the statement itself reads; 0 where they say nothing.
  int64_t bytes = 0;
  int64_t total_bytes = 0;
};

class Sink;
class State;

class Session {
 public:
  // kEnvironment when the home cannot be used, with the cure.
  static Result<std::unique_ptr<Session>> Open(SessionOptions options);
  // The same in a context that others share, whose options count for what is the home's.
  static Result<std::unique_ptr<Session>> Open(std::shared_ptr<HomeContext> context,
                                               SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Announces the statements that Execute will get next, so that slow preparations can start early.
  // They need not come. `all`: no later statement is known.
  void Expect(const std::vector<syntax::StatementText>& statements, bool all);

  // Runs one statement, in whose text variables are put first. A failed one leaves everything as it
  // was, the session included. Places of errors and warnings count in the text that is given here.
  Result<Outcome> Execute(const syntax::StatementText& statement, Sink& sink,
                          const Prepared& prepared = {});

  // Ends the running statement soon; it then fails with kInstanceCancelled. False, and nothing is
  // done, between two statements. Safe from any thread.
  bool Interrupt();
  // nullopt while no rows are worked on, and where the session was not made to tell. Safe from any
  // thread.
  std::optional<StatementProgress> Progress();
  // Lines for people: which background jobs run, when it is asked first, and from then on which of
  // them, and of those that this session has let run, have ended. Quick while none does. It reads
  // the catalog: for the session's own thread, between two statements.
  std::vector<std::string> TakeJobNews();
  // The last statement was told to end and did not go on after asking. Safe from any thread.
  bool interrupted() const;
  // Whether the running statement has only read its text so far: nothing would be left of it if the
  // program ended. Safe from any thread.
  bool only_reads_text() const;

  // Shows \d of a table or view, whose name is written as in a statement: its columns, size and
  // newest partitions, and with `samples` a few rows. Runs as a statement does.
  Result<Outcome> Overview(std::string_view name, bool samples, Sink& sink);

  std::string project() const;
  // The place of its temporary tables (store/upkeep/temporary.h), "" for none.
  std::string TemporaryPlace() const;
  // The text that would run now: variables are put into it. For whoever looks at statements before
  // they run; the error is placed in the given text. SETVAR that has not run yet counts for
  // nothing.
  Result<variables::Substituted> Substitute(const std::string& text);

  // With check_only: code of another language runs before the statements that follow. A missing
  // object is then not an error, because that code may have made it.
  void NoteOtherCode();
  // The variables that have a value, and the values without secrets; by name.
  std::vector<std::pair<std::string, std::string>> Variables() const;
  // Those of script mode that a prompt keeps, without @, and "rows" or "a value".
  std::vector<std::pair<std::string, std::string>> ScriptVariables() const;
  // The value that SET has set, else the default of the table of settings, else "".
  std::string Setting(std::string_view name) const;
  // The language of messages. The session's own errors are English; the caller translates them.
  messages::Language Language() const;
  // Relative paths of TUNNEL, ADD and file:// start here: the folder of the running .sql file, or
  // ".".
  void SetScriptFolder(std::string folder);
  // A path of the user as those statements take it.
  std::string ResolvePath(std::string_view path) const;

  // Open's part; State is known to this room only.
  explicit Session(std::unique_ptr<State> state);

 private:
  // Runs what is one statement to everybody else: it may be interrupted, and what libraries throw
  // becomes its error.
  Result<Outcome> Guarded(const std::function<Result<Outcome>()>& statement);
  Result<Outcome> Run(const syntax::StatementText& statement, Sink& sink, const Prepared& prepared);
  // `kept`: what is stored of the statement, "" for all of it. `parsed` may be null.
  Result<Outcome> RunText(const std::string& text, const std::string& kept,
                          const syntax::Statement* parsed, Sink& sink);
  Result<Outcome> RunScriptText(const std::string& text, const std::string& kept, Sink& sink);

  std::unique_ptr<State> state_;
};

}  // namespace paisql::session
