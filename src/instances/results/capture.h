#pragma once

// Keeps what the statements of an instance answer: few rows in memory, and many in a file.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "instances/instance.h"
#include "instances/results/batches_in_memory.h"
#include "instances/results/rows_file.h"
#include "instances/trace.h"
#include "session/sink.h"

namespace paisql::instances {

// Where rows go, and how many may.
struct CaptureRoom {
  // The file in which they are written, and where it is once they are all there; "": nowhere, so
  // that they stay in memory.
  std::string staged_path;
  std::string path;
  int64_t most_bytes = INT64_MAX;
};

class Capture final : public session::Sink {
 public:
  // `trace` gets warnings and what jobs say; null: nobody wants them.
  explicit Capture(CaptureRoom room = {}, Trace* trace = nullptr)
      : room_(std::move(room)), trace_(trace) {}
  // What nobody has taken is removed.
  ~Capture() override { Forget(); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  Status Rows(engine::ResultStream& rows) override;
  Status Show(const session::Answer& answer) override;
  void Message(std::string_view line) override;
  void Done() override {}
  void Warning(const SourceRange& range, std::string_view text) override;
  void JobOutput(std::string_view bytes) override;
  // Whoever interrupts an instance ends its job with it.
  std::optional<session::InterruptChoice> AskInterrupted(std::string_view /*id*/,
                                                         std::stop_token /*withdrawn*/) override {
    return session::InterruptChoice::kKill;
  }

  // `zone` is the session's. `file_bytes` gets how large the file of rows is, 0 where none is.
  Result<std::shared_ptr<const InstanceResult>> Take(std::string zone, int64_t* file_bytes);
  // Of the last query.
  int64_t rows() const { return result_->rows; }
  // As if no statement had answered.
  void Forget();

 private:
  Status Add(engine::Batch batch);
  Status BeginFile();

  const CaptureRoom room_;
  Trace* const trace_;
  std::shared_ptr<InstanceResult> result_ = std::make_shared<InstanceResult>();
  std::shared_ptr<BatchesInMemory> in_memory_;
  std::unique_ptr<RowsFileWriter> file_;
  int64_t staged_bytes_ = 0;  // of the file once it is whole
};

}  // namespace paisql::instances
