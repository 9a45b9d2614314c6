#include "session/statements/jobs/start_job.h"

#include <memory>

#include "base/secrets/redact.h"
#include "jobs/script/script_environment.h"
#include "session/display/layout.h"
#include "store/place.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::session {

namespace {

constexpr size_t kQuoteWidth = 60;

// "the statement of job x, at 'file://train.py': …": the text in which the error has its place is
// not the one that was typed now.
std::string Quoted(const Error& error, const std::string& text, const std::string& id) {
  std::string where = "in the statement of job " + id;
  const SourceRange& range = error.range;
  if (range.known() && range.begin < range.end && range.end <= text.size()) {
    const std::string part = text.substr(range.begin, range.end - range.begin);
    where += ", at '" + OneLine(part, kQuoteWidth) + "'";
  }
  return where + ": " + error.detail;
}

// The errors of a past job's statement, placed at its id.
class PastErrors {
 public:
  PastErrors(const syntax::JobCommandStatement& statement, std::string text, Run& run)
      : statement_(statement), text_(std::move(text)), run_(run) {}

  // OK when a check cannot know whether these are errors.
  Status Tell(Error error) {
    std::vector<Error> others = std::move(error.others);
    error.others.clear();
    TellOne(std::move(error));
    for (Error& other : others) TellOne(std::move(other));
    if (kept_.empty()) return Status::Ok();
    Error first = std::move(kept_.front());
    first.others.assign(std::make_move_iterator(kept_.begin() + 1),
                        std::make_move_iterator(kept_.end()));
    return first;
  }

 private:
  void TellOne(Error error) {
    State& state = run_.state;
    std::string quoted = Quoted(error, text_, statement_.instance_id);
    error.range = statement_.id_range;
    if (state.checking()) {
      const Status excused = state.unknowns().Excuse(error, statement_, state.Names(), run_.out);
      if (excused.ok()) return;
    }
    error.detail = std::move(quoted);
    kept_.push_back(std::move(error));
  }

  const syntax::JobCommandStatement& statement_;
  std::string text_;
  Run& run_;
  std::vector<Error> kept_;
};

constexpr const char* kTypeAgain = "type the statement again, with the secret";

// The script could not use the text in place of a secret.
Status CheckComplete(const jobs::JobSpec& spec) {
  for (const std::string& argument : spec.user_arguments) {
    if (!WasRedacted(argument)) continue;
    return Error{ErrorCode::kInvalidCommand,
                 "it gave the script a secret, which is not kept: " + argument,
                 {},
                 kTypeAgain};
  }
  return Status::Ok();
}

// The settings of then over today's: what was set then counts, what was not is as it is today. A
// secret that is not set today is missed: the script would run without it.
Result<std::map<std::string, std::string>> SettingsOfThen(
    const jobs::PastJob& past, const std::map<std::string, std::string>& today) {
  std::map<std::string, std::string> settings = today;
  if (!past.settings.has_value()) return settings;
  const auto variables_of_today = jobs::ChooseEnvironment(today).named;
  for (const auto& [key, value] : *past.settings) {
    if (!WasRedacted(value)) {
      settings[key] = value;
      continue;
    }
    const auto variable = jobs::ChooseEnvironment({{key, value}}).named;
    const bool set_today = variable.empty() ? today.contains(key)
                                            : variables_of_today.contains(variable.begin()->first);
    if (set_today) continue;
    return Error{ErrorCode::kInvalidCommand,
                 "its session gave a secret by SET " + key + ", which is not kept",
                 {},
                 "before RERUN, SET " + key + " to it again"};
  }
  return settings;
}

// Where a statement cannot be built any more, what was taken out of it may be why.
Error NamingSecrets(Error error, const syntax::PaiStatement& statement) {
  for (const syntax::PaiParameter& parameter : statement.parameters) {
    if (!WasRedacted(parameter.value)) continue;
    error.detail += " (-D" + parameter.key + " had a secret, which is not kept)";
    error.hint = kTypeAgain;
    break;
  }
  return error;
}

// The job built from a past job's statement, and the queries that it reads.
struct JobAgain {
  std::unique_ptr<JobQueries> queries;
  jobs::JobSpec spec;
};

Result<JobAgain> BuildAgain(const jobs::PastJob& past, const SourceRange& range, Run& run) {
  PAISQL_ASSIGN(const syntax::StatementPtr parsed, syntax::ParseStatement(past.statement));
  if (!syntax::IsA<syntax::PaiStatement>(*parsed)) {
    return Error{ErrorCode::kInvalidCommand, "it is not a PAI statement", {}, ""};
  }
  PAISQL_ASSIGN(const auto settings, SettingsOfThen(past, run.state.settings().values()));
  JobAgain again;
  const std::string place = store::PlaceText(past.project, past.schema);
  again.queries = std::make_unique<JobQueries>(run, place, settings, range);
  pai::BuildContext context = PaiContext(run, *again.queries);
  context.names = context.names.Within(place);
  context.statement_text = past.statement;
  if (past.script_folder.has_value()) context.script_folder = *past.script_folder;
  context.settings = &settings;
  const auto& statement = syntax::As<syntax::PaiStatement>(*parsed);
  Result<jobs::JobSpec> spec = pai::BuildJob(statement, context);
  if (!spec.ok()) return NamingSecrets(spec.error(), statement);
  PAISQL_TRY(CheckComplete(*spec));
  again.spec = std::move(spec).value();
  return again;
}

}  // namespace

Status Rerun(const syntax::JobCommandStatement& statement, Run& run) {
  PAISQL_ASSIGN_AT(statement.id_range, const jobs::PastJob past,
                   run.state.Jobs().Recall(statement.instance_id));
  if (!past.settings.has_value() || !past.script_folder.has_value()) {
    run.out.Message("job " + statement.instance_id +
                    " does not tell its settings and its folder: today's settings count, and "
                    "relative paths begin at the current folder");
  }
  const Result<JobAgain> again = BuildAgain(past, statement.id_range, run);
  if (!again.ok()) return PastErrors(statement, past.statement, run).Tell(again.error());
  return StartJob(again->spec, *again->queries, statement.id_range, run);
}

}  // namespace paisql::session
