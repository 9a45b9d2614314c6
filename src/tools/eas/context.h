#pragma once

// The context that the verbs of `paisql eas` work with.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "messages/messages.h"
#include "session/session.h"
#include "session/sink.h"
#include "terminal/terminal.h"

namespace paisql::tools {

// Keeps the last answer; warnings are told with their place in the file.
class EasSink : public session::Sink {
 public:
  explicit EasSink(std::string file) : file_(std::move(file)) {}
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const session::Answer& answer) override {
    answer_ = answer;
    return Status::Ok();
  }
  void Message(std::string_view) override {}
  void Warning(const SourceRange& range, std::string_view text) override {
    terminal::PrintLine(Place(range) + std::string(text));
  }
  void JobOutput(std::string_view) override {}

  // "service.json:3:5: ", "" for what stands in no file.
  std::string Place(const SourceRange& range) const {
    if (file_.empty() || !range.known()) return "";
    return file_ + ":" + std::to_string(range.line) + ":" + std::to_string(range.column) + ": ";
  }
  const session::Answer& answer() const { return answer_; }
  void set_file(std::string file) { file_ = std::move(file); }

 private:
  std::string file_;
  session::Answer answer_;
};

using EasFacts = std::vector<std::pair<std::string, std::string>>;

// The context of a verb.
struct EasContext {
  session::Session& session;
  const std::vector<std::string>& words;  // after the verb
  EasSink& sink;
  std::string home;  // absolute
  std::string out = {};

  // For a person whose terminal asks for another language.
  std::string Said(std::string_view text) const {
    return messages::Translate(session.Language(), text);
  }
  Status Run(const syntax::Statement& statement) {
    session::Prepared prepared;
    prepared.parsed = &statement;
    PAISQL_TRY(session.Execute({}, sink, prepared));
    return Status::Ok();
  }
};

// The facts of DESC SERVICE, in their order.
Result<EasFacts> FactsOf(const std::string& service, EasContext& context);
// The first of this name, "" for none.
std::string FactOf(const EasFacts& facts, std::string_view name);
// A box of two columns without a head, names to the right.
std::string NamedBox(const EasFacts& rows);

// The verbs delete, upload, test, bench, up and unit.
Status DeleteService(EasContext& context);
Status UploadFile(EasContext& context);
Status TestService(EasContext& context);
Status BenchService(EasContext& context);
Status StartAgain(EasContext& context);
Status PrintUnit(EasContext& context);

// The verbs ls, desc and w.
Status ListServices(EasContext& context);
Status DescribeEasService(EasContext& context);
Status ListWorkers(EasContext& context);

}  // namespace paisql::tools
