#pragma once

// The sink of statements that run inside another one.

#include <string_view>
#include <utility>

#include "session/data_flow.h"
#include "session/sink.h"

namespace paisql::session {

// Passes everything on but the OK of each statement.
class QuietSink : public Sink {
 public:
  // `agrees`: nobody is asked, because nothing is lost.
  QuietSink(Sink& sink, bool agrees) : agrees_(agrees), sink_(sink) {}
  Status Rows(engine::ResultStream& rows) override { return sink_.Rows(rows); }
  void WantsAllRows() override { sink_.WantsAllRows(); }
  Status Show(const Answer& answer) override { return sink_.Show(answer); }
  int columns() const override { return sink_.columns(); }
  void Message(std::string_view line) override { sink_.Message(line); }
  void Done() override {}
  void Warning(const SourceRange& range, std::string_view text) override {
    sink_.Warn(range, text);
  }
  void Unknown(const SourceRange& range, std::string_view text) override {
    sink_.TellUnknown(range, text);
  }
  bool WantsFlow() const override { return sink_.WantsFlow(); }
  void Flow(const DataFlow& flow) override { sink_.Flow(flow); }
  void JobOutput(std::string_view bytes) override { sink_.JobOutput(bytes); }
  bool Confirm(const Question& question, std::stop_token stop) override {
    return agrees_ || sink_.Confirm(question, std::move(stop));
  }

 private:
  const bool agrees_;
  Sink& sink_;
};

}  // namespace paisql::session
