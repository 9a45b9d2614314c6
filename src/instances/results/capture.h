#pragma once

// Keeps what the statements of an instance answer.

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "instances/instance.h"
#include "session/sink.h"

namespace paisql::instances {

class Capture final : public session::Sink {
 public:
  // `reserve` is asked for the bytes of rows before they are kept; fewer than 0 give some back.
  using Reserve = std::function<Status(int64_t bytes)>;
  // Null: nobody is asked.
  explicit Capture(Reserve reserve = nullptr) : reserve_(std::move(reserve)) {}
  // What nobody has taken is given back.
  ~Capture() override { Forget(); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Done() override {}
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;

  // `zone`: the session's.
  std::shared_ptr<const InstanceResult> Take(std::string zone = "");
  // As if no statement had answered.
  void Forget();

 private:
  const Reserve reserve_;
  std::shared_ptr<InstanceResult> result_ = std::make_shared<InstanceResult>();
};

}  // namespace paisql::instances
