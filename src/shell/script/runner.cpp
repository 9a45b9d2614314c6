#include "shell/script/runner.h"

#include <unistd.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "shell/interrupts.h"
#include "shell/script/state_statements.h"

namespace paisql::shell {

namespace {

using Clock = std::chrono::steady_clock;

// How long a statement that has only read its text may take to end by itself: to free the trees of
// a long one takes seconds, and whoever pressed Ctrl-C does not want to wait for that.
constexpr std::chrono::milliseconds kPatience{50};

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Those for which something can be begun in advance.
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
    : session_(session), reporter_(reporter), options_(options) {}

void Runner::Interrupt() {
  if (interrupted_ || session_.interrupted()) {
    // The statement was told before and has not ended: whoever asks twice does not want to wait.
    // What it leaves on the disk is what a kill leaves, which the next session clears away.
    constexpr std::string_view kLastWords = "\ninterrupted again: the program ends\n";
    [[maybe_unused]] const ssize_t written =
        write(STDERR_FILENO, kLastWords.data(), kLastWords.size());
    EndInterrupted();
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
  const Error error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""};
  reporter_.Failed(*told, total_, error, 0, true);
  RunEnd end;
  end.status = InterruptStatus();
  end.total = total_;
  end.done = told->number - 1;
  end.failed.push_back(told);
  end.stopped_at = told;
  reporter_.Ended(end);
  EndInterrupted();
}

bool Runner::KeepsGoing() const {
  return options_.keep_going || session_.Setting("paisql.keep_going") == "true";
}

bool Runner::PauseUntil(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(pause_mutex_);
  return !pause_end_.wait_until(lock, time, [this] { return interrupted_.load(); });
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

int Runner::RunAside(const Script& script, bool& quit) {
  ProgramBuilder builder;
  builder.Add(script, std::make_shared<const Source>(Source{script.source, ".", false}));
  Program program = builder.Take();
  return RunProgram(program, quit);
}

int Runner::RunStatements(std::vector<syntax::StatementText> statements, bool& quit) {
  ProgramBuilder builder;
  builder.Add(std::move(statements), std::make_shared<const Source>());
  Program program = builder.Take();
  return RunProgram(program, quit);
}

int Runner::RunQuietly(syntax::StatementText statement, const std::string& file, bool& quit) {
  ProgramBuilder builder;
  std::vector<syntax::StatementText> statements;
  statements.push_back(std::move(statement));
  builder.Add(std::move(statements), std::make_shared<const Source>(Source{file, ".", false}));
  Program program = builder.Take();
  reporter_.BeQuiet(true);
  const int status = RunProgram(program, quit);
  reporter_.BeQuiet(false);
  return status;
}

int Runner::RunProgram(Program& program, bool& quit) {
  for (Problem& problem : program.problems) {
    const Step place{std::move(problem.statement), problem.source, nullptr, 0, 0};
    reporter_.Failed(place, 0, problem.error, 0, false);
  }
  if (!program.problems.empty()) return kExitFailed;
  session_.Expect(JobsOf(program, options_.from), options_.whole);
  const Clock::time_point start = Clock::now();
  RunEnd end;
  end.total = program.steps.size();
  const auto stop = [&](const Step& step, int status) {
    end.status = status;
    end.stopped_at = &step;
    end.not_run = end.total - step.number + behind_;
    end.seconds = SecondsSince(start);
    reporter_.Ended(end);
    return status;
  };
  for (Step& step : program.steps) {
    if (interrupted_) return stop(step, InterruptStatus());
    if (step.number < options_.from) {
      const int status = Repeat(step);
      if (status != kExitDone) return stop(step, status);
      continue;
    }
    const int status = RunOne(step, end.total, quit);
    if (status == kExitDone) ++end.done;
    if (quit) break;
    if (status == kExitDone) continue;
    end.failed.push_back(&step);
    if (interrupted_ || !KeepsGoing()) return stop(step, status);
    end.status = kExitFailed;
  }
  end.seconds = SecondsSince(start);
  if (interrupted_) end.status = InterruptStatus();
  reporter_.Ended(end);
  return end.status;
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
  return interrupted_ ? InterruptStatus() : ExitStatusOf(outcome.error());
}

Result<session::Outcome> Runner::Execute(const Step& step) {
  if (variables::MayHoldVariables(step.statement.ending)) {
    syntax::StatementText named = step.statement;
    PAISQL_ASSIGN(variables::Substituted ending, session_.Substitute(named.ending));
    named.ending = std::move(ending.text);
    PAISQL_TRY(reporter_.BeginAnswer(named));
  } else {
    PAISQL_TRY(reporter_.BeginAnswer(step.statement));
  }
  Result<session::Outcome> outcome =
      session_.Execute(step.statement, reporter_.sink(), {step.parsed.get(), &asked_});
  const Status ended = reporter_.EndAnswer(outcome.ok());
  if (outcome.ok() && !ended.ok()) return ended.error();
  return outcome;
}

int Runner::RunOne(Step& step, size_t total, bool& quit) {
  session_.SetScriptFolder(step.source->folder);
  reporter_.Begins(step, total);
  const Clock::time_point start = Clock::now();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    running_ = &step;
    total_ = total;
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
    reporter_.Done(step, total, *outcome, SecondsSince(start));
    return kExitDone;
  }
  // Whoever closes our output has read enough: there is nobody to tell, and nothing more to do.
  if (reporter_.output_closed()) {
    quit = true;
    return kExitDone;
  }
  reporter_.Failed(step, total, outcome.error(), SecondsSince(start), true);
  return interrupted_ ? InterruptStatus() : ExitStatusOf(outcome.error());
}

}  // namespace paisql::shell
