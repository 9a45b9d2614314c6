#include "rest/statements.h"

#include "session/session.h"
#include "session/sink.h"

namespace paisql::rest {

namespace {

// Keeps what is said to people.
class TextSink final : public session::Sink {
 public:
  Status Rows(engine::ResultStream& rows) override {
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
      if (!batch) return Status::Ok();
    }
  }
  Status Show(const session::Answer& answer) override {
    said.text += answer.text;
    said.answers.push_back(answer);
    return Status::Ok();
  }
  void Message(std::string_view line) override { said.text += std::string(line) + "\n"; }
  void Done() override {}
  void Warning(const SourceRange& /*range*/, std::string_view /*text*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}

  Said said;
};

}  // namespace

Result<std::string> RunStatement(const Call& call, Service& service, const std::string& place,
                                 std::string text) {
  PAISQL_ASSIGN(Said said, RunForAnswers(call, service, place, std::move(text)));
  return std::move(said.text);
}

Result<Said> RunForAnswers(const Call& call, Service& service, const std::string& place,
                           std::string text) {
  session::SessionOptions options = service.options;
  options.project = place;
  options.user = call.user;
  options.allowed = call.allowed;
  PAISQL_ASSIGN(const std::unique_ptr<session::Session> session,
                session::Session::Open(service.context, std::move(options)));
  syntax::StatementText statement;
  statement.text = std::move(text);
  TextSink sink;
  PAISQL_TRY(session->Execute(statement, sink));
  return std::move(sink.said);
}

bool CanBeQuoted(std::string_view text) {
  return text.find_first_of("'\"`\\\r\n;$") == std::string_view::npos;
}

}  // namespace paisql::rest
