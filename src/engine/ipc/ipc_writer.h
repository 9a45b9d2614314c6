#pragma once

// Writes batches as messages of Arrow's IPC format: what a client's Arrow library reads, and what
// lies in files of ours. Every message is whole: its prefix, its description and its body, which is
// not compressed. A stream is the schema's message, those of batches, and the end.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/arrow/batch.h"

namespace paisql::engine {

class IpcWriter {
 public:
  // The schema describes the batches (engine/arrow/schema.h makes it of ours); it is copied.
  explicit IpcWriter(const ArrowSchema& schema);
  ~IpcWriter();
  IpcWriter(IpcWriter&&) noexcept;
  IpcWriter& operator=(IpcWriter&&) noexcept;

  // A message in two pieces, which hold until the writer writes the next one.
  struct Message {
    std::string_view head;
    std::string_view body;
  };
  // kInternal where the batch does not fit the schema.
  Result<Message> WriteBatch(const Batch& batch);
  // Each appends a message to `out`.
  Status AppendSchema(std::string& out);
  Status AppendBatch(const Batch& batch, std::string& out);
  // What readers take for the end of a stream.
  static std::string_view End();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paisql::engine
