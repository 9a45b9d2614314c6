#pragma once

// Keeps what statements answer, one string a row as --format tsv prints it.

#include <string>
#include <vector>

#include "session/sink.h"

namespace paisql::sql_test {

class TestSink : public session::Sink {
 public:
  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override { messages_.emplace_back(line); }
  void JobOutput(std::string_view bytes) override { messages_.emplace_back(bytes); }

  void Clear();
  const std::vector<std::string>& rows() const { return rows_; }
  const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> rows_;
  std::vector<std::string> messages_;
};

}  // namespace paisql::sql_test
