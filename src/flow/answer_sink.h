#pragma once

// A sink that shows rows, and keeps those of the last query in a file for whoever wants a node's
// answer.

#include <string>

#include "script/shell_sink.h"

namespace paisql::flow {

class AnswerSink final : public script::ShellSink {
 public:
  // `path`: a file that gets a list of rows as JSON, each a list of texts; "": none is written. Of
  // rows that are too many only so many are written that the file is larger than any answer may be.
  AnswerSink(const script::SinkOptions& options, std::string path)
      : script::ShellSink(options), path_(std::move(path)) {}

  Status Rows(engine::ResultStream& rows) override;

 private:
  std::string path_;
};

}  // namespace paisql::flow
