#include "instances/statement_run.h"

#include <utility>
#include <vector>

#include "base/system/clock.h"
#include "instances/statements.h"

namespace paisql::instances {

namespace {

syntax::StatementText OneStatement(std::string text) {
  syntax::StatementText statement;
  statement.text = std::move(text);
  return statement;
}

}  // namespace

// A statement that is only about to begin forgets an interrupt, and sees the mark.
void StatementRun::Interrupt(Instance& instance) {
  const std::lock_guard lock(instance.mutex_);
  instance.stopped_ = true;
  if (instance.session_ != nullptr) instance.session_->Interrupt();
}

bool StatementRun::Show(session::Session* session) {
  const std::lock_guard lock(instance_.mutex_);
  instance_.session_ = session;
  return !instance_.stopped_;
}

Result<std::shared_ptr<session::Session>> StatementRun::OpenSession() {
  const Submission& asked = instance_.submission();
  if (asked.session.has_value()) {
    std::shared_ptr<session::Session> kept = asked.session->lock();
    if (kept != nullptr) return kept;
    return Error{ErrorCode::kInstanceCancelled,
                 "the session of the statement has ended",
                 {},
                 "run the statement again in a new session"};
  }
  options_.project = asked.project;
  options_.user = asked.user;
  options_.allowed = asked.allowed;
  options_.aliases = asked.aliases;
  PAISQL_ASSIGN(std::unique_ptr<session::Session> own,
                session::Session::Open(context_, std::move(options_)));
  return std::shared_ptr<session::Session>(std::move(own));
}

Result<std::shared_ptr<const InstanceResult>> StatementRun::Execute(Capture& capture,
                                                                    int64_t* file_bytes) {
  const Submission& asked = instance_.submission();
  if (asked.refusal.has_value()) return *asked.refusal;
  PAISQL_ASSIGN(const std::shared_ptr<session::Session> session, OpenSession());
  if (!Show(session.get())) {
    Show(nullptr);
    return Error{ErrorCode::kInstanceCancelled, "the instance was stopped", {}, ""};
  }
  Status done = RunAll(*session, capture);
  Show(nullptr);
  PAISQL_TRY(std::move(done));
  return capture.Take(session->Setting("odps.sql.timezone"), file_bytes);
}

Status StatementRun::RunAll(session::Session& session, Capture& capture) {
  const Submission& asked = instance_.submission();
  for (const auto& [key, value] : asked.settings) {
    // A setting that this program refuses is one of the client's own.
    (void)session.Execute(OneStatement("SET " + key + "=" + value), capture);
  }
  capture.Forget();
  std::vector<syntax::StatementText> statements =
      syntax::SplitStatements(asked.query, SplitModeOf(session));
  for (syntax::StatementText& text : statements) {
    {
      const std::lock_guard lock(instance_.mutex_);
      instance_.progress_.statements = static_cast<int64_t>(statements.size());
      ++instance_.progress_.statement;
    }
    PAISQL_ASSIGN(const AskedStatement statement,
                  ReadStatement(asked, std::move(text), session.project()));
    instance_.trace_.Begin(statement.writes, NowMs());
    const auto outcome =
        session.Execute(statement.text, capture, {statement.parsed.get(), &instance_.stopped_});
    if (!outcome.ok()) {
      instance_.trace_.Fail(NowMs());
      return outcome.error();
    }
    instance_.trace_.End(*outcome, capture.rows(), NowMs());
    if (!outcome->declined.empty()) capture.Message(outcome->declined);
    const std::lock_guard lock(instance_.mutex_);
    instance_.progress_.rows_written += outcome->rows_written.value_or(0);
  }
  return Status::Ok();
}

}  // namespace paisql::instances
