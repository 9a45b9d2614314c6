#pragma once

// Keeps what the statements of an instance answer. Private to instances.

#include <memory>
#include <string>

#include "instances/instance.h"
#include "session/sink.h"

namespace paisql::instances {

class Capture final : public session::Sink {
 public:
  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Done() override {}
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;

  // `zone`: the session's.
  std::shared_ptr<const InstanceResult> Take(std::string zone = "");

 private:
  std::shared_ptr<InstanceResult> result_ = std::make_shared<InstanceResult>();
};

}  // namespace paisql::instances
