#pragma once

// Statements that set what later ones of the same session find, and nothing else: a run that is
// resumed in the middle of a script repeats those before it.

#include "session/sink.h"
#include "shell/script/program.h"

namespace paisql::shell {

bool SetsState(const Step& step);

// Takes everything and shows nothing.
class SilentSink : public session::Sink {
 public:
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const session::Answer&) override { return Status::Ok(); }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
  void Warning(const SourceRange&, std::string_view) override {}
};

}  // namespace paisql::shell
