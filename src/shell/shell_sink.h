#pragma once

// Where the shell's sessions answer: rows to standard output in the chosen format, everything else
// to standard error.

#include "session/sink.h"
#include "shell/flags.h"
#include "shell/output.h"

namespace paisql::shell {

class ShellSink : public session::Sink {
 public:
  ShellSink(Format format, bool header);

  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void JobOutput(std::string_view bytes) override;

  int64_t row_count() const { return row_count_; }  // of the last query
  bool output_closed() const { return output_.closed(); }

 private:
  Format format_;
  bool header_;
  Output output_;
  int64_t row_count_ = 0;
};

}  // namespace paisql::shell
