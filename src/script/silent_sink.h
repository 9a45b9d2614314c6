#pragma once

// A sink that takes everything and shows nothing; who wants some of it derives from it.

#include "session/sink.h"

namespace paisql::script {

class SilentSink : public session::Sink {
 public:
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const session::Answer&) override { return Status::Ok(); }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
  void Warning(const SourceRange&, std::string_view) override {}
};

}  // namespace paisql::script
