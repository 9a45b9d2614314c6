#include "script/runner.h"

#include <unistd.h>

#include <chrono>
#include <memory>
#include <string_view>
#include <utility>

#include "base/system/destroy_later.h"
#include "base/text.h"
#include "script/prompt_commands.h"
#include "script/resume.h"
#include "script/silent_sink.h"
#include "terminal/interrupts.h"

namespace paisql::script {

namespace {

using Clock = std::chrono::steady_clock;

// How long a statement that has only read its text may take to end by itself: to free the trees of
// a long one takes seconds, and whoever pressed Ctrl-C does not want to wait for that.
constexpr std::chrono::milliseconds kPatience{50};

constexpr const char* kNothingHasRun = "interrupted: nothing of it has run";

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The statements for which work can begin in advance.
std::vector<syntax::StatementText> JobsOf(const Program& program, size_t from) {
  constexpr std::string_view kWord = "pai";
  std::vector<syntax::StatementText> jobs;
  for (const Step& step : program.steps) {
    const std::string_view text = step.statement.text;
    const bool job = EqualsIgnoreCase(text.substr(0, kWord.size()), kWord);
    if (job && step.number >= from) jobs.push_back(step.statement);
  }
  return jobs;
}

Error WithoutRange(Error error) {
  error.range = {};
  return error;
}

}  // namespace

int ExitStatusOf(const Error& error) {
  switch (error.code) {
    case ErrorCode::kEnvironment:
    case ErrorCode::kUnknownOutcome:
    case ErrorCode::kDamaged:
      return kExitEnvironment;
    default:
      return kExitFailed;
  }
}

Runner::Runner(session::Session& session, Reporter& reporter, Options options)
    : session_(session), reporter_(reporter), options_(options) {
  end_.resumable = !options_.stream;
}

void Runner::Interrupt() {
  if (interrupted_ || session_.interrupted()) {
    // The statement was told before and has not ended: whoever asks twice does not want to wait.
    // What it leaves on the disk is what a kill leaves, which the next session clears away.
    constexpr std::string_view kLastWords = "\ninterrupted again: the program ends\n";
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, kLastWords.data(), kLastWords.size());
    terminal::EndInterrupted();
  }
  reporter_.Interrupted();
  // Before the session is told: a statement that begins right now is told, or finds this.
  asked_ = true;
  if (!session_.Interrupt()) {
    {
      const std::lock_guard<std::mutex> lock(pause_mutex_);
      interrupted_ = true;
    }
    pause_end_.notify_all();
    stop_.request_stop();
    if (options_.ends_program) EndBuilding();
    return;
  }
  // The statement itself will know whether it went on after being asked.
  asked_ = false;
  if (options_.ends_program) EndReading();
}

void Runner::ForgetInterrupt() {
  interrupted_ = asked_ = false;
  if (stop_.stop_requested()) stop_ = std::stop_source();
}

void Runner::EndReading() {
  if (!session_.only_reads_text()) return;
  std::unique_lock<std::mutex> lock(mutex_);
  const Step* const told = running_;
  if (told == nullptr) return;
  if (ended_.wait_for(lock, kPatience, [&] { return running_ != told; })) return;
  if (!session_.only_reads_text()) return;
  ++end_.failures;
  end_.failed.push_back(told);
  end_.stopped_at = told;
  end_.not_run += last_number_ - told->number;
  EndHere(*told, Interrupted("interrupted"), true);
}

void Runner::EndBuilding() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (building_) EndHere(Nowhere(), Interrupted(kNothingHasRun), false);
}

void Runner::EndHere(const Step& step, const Error& error, bool ran) {
  reporter_.Failed(step, total_, error, 0, ran);
  end_.status = terminal::InterruptStatus();
  end_.seconds = SecondsSince(start_);
  reporter_.Ended(end_);
  terminal::EndInterrupted();
}

bool Runner::KeepsGoing() const {
  if (reporter_.output_failed()) return false;
  return options_.keep_going || EqualsIgnoreCase(session_.Setting("paisql.keep_going"), "true");
}

bool Runner::PauseUntil(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(pause_mutex_);
  return !pause_end_.wait_until(lock, time, [this] { return interrupted_.load(); });
}

void Runner::CannotGoOn(const Error& why) { reporter_.CannotRun(why); }

void Runner::TellInterrupted() {
  reporter_.Failed(Nowhere(), 0, Interrupted("interrupted"), 0, false);
}

void Runner::TellNotRun() {
  RunEnd end;
  end.not_run = behind_;
  reporter_.Ended(end);
}

int Runner::Run(const Script& script, bool& quit) {
  last_text_ = script.text;
  return RunAside(script, quit);
}

void Runner::SetBuilding(bool building) {
  const std::lock_guard<std::mutex> lock(mutex_);
  building_ = building;
}

int Runner::BuildAndRun(const std::function<void(ProgramBuilder&)>& add, bool& quit) {
  ProgramBuilder builder({.stop = stop_.get_token(), .accepts = [this](const OutputRequest& asked) {
                            return reporter_.Accepts(asked);
                          }});
  SetBuilding(true);
  add(builder);
  SetBuilding(false);
  auto program = std::make_unique<Program>(builder.Take());
  int status = terminal::InterruptStatus();
  if (builder.interrupted()) {
    interrupted_ = true;
    reporter_.Failed(Nowhere(), 0, Interrupted(kNothingHasRun), 0, false);
  } else {
    status = RunProgram(*program, quit);
  }
  if (interrupted_) DestroyLater(std::move(program));
  return status;
}

int Runner::RunAside(const Script& script, bool& quit) {
  return BuildAndRun(
      [&](ProgramBuilder& builder) {
        builder.Add(script, std::make_shared<const Source>(Source{script.source, ".", false}));
      },
      quit);
}

int Runner::RunStatements(std::vector<syntax::StatementText> statements, bool& quit) {
  return BuildAndRun(
      [&](ProgramBuilder& builder) {
        builder.Add(std::move(statements), std::make_shared<const Source>());
      },
      quit);
}

int Runner::RunQuietly(syntax::StatementText statement, const std::string& file, bool& quit) {
  std::vector<syntax::StatementText> statements;
  statements.push_back(std::move(statement));
  reporter_.BeQuiet(true);
  const int status = BuildAndRun(
      [&](ProgramBuilder& builder) {
        builder.Add(std::move(statements),
                    std::make_shared<const Source>(Source{file, ".", false}));
      },
      quit);
  reporter_.BeQuiet(false);
  return status;
}

int Runner::RunProgram(Program& program, bool& quit) {
  const size_t before = options_.stream ? last_number_ : 0;
  if (!options_.stream) {
    end_ = {};
    end_.total = total_ = program.steps.size();
    start_ = Clock::now();
  }
  for (Step& step : program.steps) step.number += before;
  last_number_ = before + program.steps.size();
  for (Problem& problem : program.problems) {
    const Step place{std::move(problem.statement), problem.source, nullptr, 0, 0};
    reporter_.Failed(place, 0, problem.error, 0, false);
  }
  if (!program.problems.empty()) {
    end_.failures += program.problems.size();
    end_.not_run += program.steps.size();
    return kExitFailed;
  }
  session_.Expect(JobsOf(program, options_.from), options_.whole);
  const int status = RunSteps(program, quit);
  return options_.stream ? status : TellEnd(status);
}

int Runner::RunSteps(Program& program, bool& quit) {
  int result = kExitDone;
  for (Step& step : program.steps) {
    if (interrupted_) {
      reporter_.Failed(step, total_, Interrupted("interrupted before this statement"), 0, false);
      return Stop(step, last_number_ - step.number + 1, terminal::InterruptStatus());
    }
    if (reporter_.output_failed()) {
      return Stop(step, last_number_ - step.number + 1, kExitEnvironment);
    }
    if (step.number < options_.from) {
      const int status = Repeat(step);
      if (status != kExitDone) return Stop(step, last_number_ - step.number, status);
      continue;
    }
    const int status = RunOne(step, quit);
    if (status == kExitDone) ++end_.done;
    if (quit) break;
    if (status == kExitDone) continue;
    ++end_.failures;
    end_.failed.push_back(Kept(step));
    if (interrupted_ || !KeepsGoing()) {
      return Stop(step, last_number_ - step.number, status);
    }
    result = kExitFailed;
  }
  if (!interrupted_) return reporter_.output_failed() ? kExitEnvironment : result;
  // All have ended, and whoever pressed Ctrl-C sees that it counts.
  if (options_.ends_program) {
    reporter_.Failed(
        Nowhere(), 0,
        Interrupted(options_.stream ? "interrupted" : "interrupted after the last statement"), 0,
        false);
  }
  return terminal::InterruptStatus();
}

int Runner::Stop(const Step& step, size_t not_run, int status) {
  end_.stopped_at = Kept(step);
  end_.not_run += not_run + behind_;
  return status;
}

const Step* Runner::Kept(const Step& step) {
  if (!options_.stream) return &step;
  if (!kept_.empty() && kept_.back().number == step.number) return &kept_.back();
  Step& kept = kept_.emplace_back();
  kept.statement.line = step.statement.line;
  kept.statement.column = step.statement.column;
  kept.source = step.source;
  kept.number = step.number;
  return &kept;
}

int Runner::EndStream(int status) {
  end_.total = last_number_;
  return TellEnd(status);
}

int Runner::TellEnd(int status) {
  end_.status = reporter_.output_failed() && !interrupted_ ? kExitEnvironment : status;
  end_.seconds = SecondsSince(start_);
  reporter_.Ended(end_);
  // The end itself may be what could not be written.
  return reporter_.output_failed() && !interrupted_ ? kExitEnvironment : status;
}

int Runner::Repeat(Step& step) {
  if (!SetsState(step)) return kExitDone;
  SilentSink silent;
  session_.SetScriptFolder(step.source->folder);
  const Result<session::Outcome> outcome =
      session_.Execute(step.statement, silent, {step.parsed.get(), &asked_});
  if (session_.interrupted()) interrupted_ = true;
  if (outcome.ok()) return kExitDone;
  reporter_.Failed(step, total_, outcome.error(), 0, false);
  return interrupted_ ? terminal::InterruptStatus() : ExitStatusOf(outcome.error());
}

Result<session::Outcome> Runner::Execute(const Step& step) {
  if (!variables::MayHoldVariables(step.statement.ending)) {
    bool at_ending = false;
    Result<session::Outcome> outcome = ExecuteInto(step, step.statement, at_ending);
    if (outcome.ok() || !at_ending) return outcome;
    return PlacedAtEnding(std::move(outcome).error(), step);
  }
  syntax::StatementText named = step.statement;
  Result<variables::Substituted> ending = session_.Substitute(named.ending);
  if (!ending.ok()) return PlacedAtEnding(std::move(ending).error(), step);
  named.ending = ending->text;
  bool at_ending = false;
  Result<session::Outcome> outcome = ExecuteInto(step, named, at_ending);
  if (outcome.ok()) return outcome;
  // Also what fails while rows are written may name the place.
  Error error = ending->secrets.Mask(std::move(outcome).error());
  // Places count in what was made, which nobody sees.
  return at_ending ? PlacedAtEnding(WithoutRange(std::move(error)), step) : error;
}

Result<session::Outcome> Runner::ExecuteInto(const Step& step, const syntax::StatementText& named,
                                             bool& at_ending) {
  at_ending = true;
  PAISQL_TRY(reporter_.BeginAnswer(named, stop_.get_token()));
  Result<session::Outcome> outcome =
      session_.Execute(step.statement, reporter_.sink(), {step.parsed.get(), &asked_});
  const bool into_target = reporter_.target_failed();
  std::stop_source told;  // that the statement was interrupted
  if (session_.interrupted()) told.request_stop();
  const Status ended = reporter_.EndAnswer(
      outcome.ok(), told.stop_requested() ? told.get_token() : stop_.get_token());
  at_ending = outcome.ok() ? !ended.ok() : into_target;
  if (outcome.ok() && !ended.ok()) return ended.error();
  return outcome;
}

int Runner::RunOne(Step& step, bool& quit) {
  session_.SetScriptFolder(step.source->folder);
  reporter_.Begins(step, total_);
  if (reporter_.output_failed()) return kExitEnvironment;
  const Clock::time_point start = Clock::now();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    running_ = &step;
  }
  Result<session::Outcome> outcome = Execute(step);
  step.parsed.reset();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    running_ = nullptr;
  }
  ended_.notify_all();
  // The statement itself knows whether it went on after being asked. Whoever leaves a pager ends
  // that statement alone.
  if (session_.interrupted() && !reporter_.reader_left()) interrupted_ = true;
  if (outcome.ok()) {
    quit = outcome->quit;
    if (!outcome->declined.empty()) {
      reporter_.Declined(step, total_, outcome->declined);
      return kExitFailed;
    }
    reporter_.Done(step, total_, *outcome, SecondsSince(start));
    return kExitDone;
  }
  // Whoever closes our output has read enough: there is nobody to tell, and nothing more to do.
  if (reporter_.output_closed()) {
    quit = true;
    return kExitDone;
  }
  Error error = std::move(outcome).error();
  AddCommandHint(step.statement.text, error);
  reporter_.Failed(step, total_, error, SecondsSince(start), true);
  return interrupted_ ? terminal::InterruptStatus() : ExitStatusOf(error);
}

}  // namespace paisql::script
