#pragma once

// Says what a statement says without the secrets of variables that were put into its text: its
// lines for people and, where the answer tells of the text itself, that. For one statement.

#include "session/sink.h"

namespace paisql::session {

class MaskedSink : public Sink {
 public:
  // Both have to stay. `answers`: what Show is given holds the statement's text.
  MaskedSink(Sink& sink, const variables::Substituted& made, bool answers)
      : sink_(sink), made_(made), answers_(answers) {
    UseSubstitution(&made);
  }

  Status Rows(engine::ResultStream& rows) override { return sink_.Rows(rows); }
  void WantsAllRows() override { sink_.WantsAllRows(); }
  Status Show(const Answer& answer) override;
  int columns() const override { return sink_.columns(); }
  void Message(std::string_view line) override { sink_.Message(made_.secrets.Mask(line)); }
  void Done() override { sink_.Done(); }
  void Warning(const SourceRange& range, std::string_view text) override {
    sink_.Warning(range, text);
  }
  void Unknown(const SourceRange& range, std::string_view text) override {
    sink_.Unknown(range, text);
  }
  bool WantsFlow() const override { return sink_.WantsFlow(); }
  void Flow(const DataFlow& flow) override { sink_.Flow(flow); }
  void JobOutput(std::string_view bytes) override { sink_.JobOutput(bytes); }
  void BeginJob(const TimeZone& zone) override { sink_.BeginJob(zone); }
  void JobProgress(const jobs::JobProgress& progress) override { sink_.JobProgress(progress); }
  void EndJob(bool ended) override { sink_.EndJob(ended); }
  std::optional<InterruptChoice> AskInterrupted(std::string_view id,
                                                std::stop_token withdrawn) override {
    return sink_.AskInterrupted(id, std::move(withdrawn));
  }
  bool Confirm(const Question& question, std::stop_token stop) override {
    return sink_.Confirm({made_.secrets.Mask(question.text)}, std::move(stop));
  }

 private:
  Sink& sink_;
  const variables::Substituted& made_;
  bool answers_;
};

}  // namespace paisql::session
