#pragma once

// Reads batches from messages of Arrow's IPC format, which anybody may have made: all of it is
// checked, and nothing is allocated for bytes that have not come. Bodies that are compressed by
// zstd or lz4 are taken as far as the library was built with them; dictionaries are refused.

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "engine/arrow/batch.h"

namespace paisql::engine {

class IpcReader {
 public:
  // The next bytes, so many at most; "" at the end.
  using Source = std::function<Result<std::string>(size_t most)>;

  // A message of more bytes than the limit, as it comes or when it is unpacked, is refused.
  IpcReader(Source source, size_t message_limit_bytes);
  ~IpcReader();
  IpcReader(IpcReader&&) noexcept;
  IpcReader& operator=(IpcReader&&) noexcept;

  // One of the two comes before the first batch: the stream's own schema, or that of a stream which
  // has none (a schema message in it is then skipped if it has the same columns).
  Status ReadSchema();
  Status SetSchema(const ArrowSchema& schema);
  const ArrowSchema& schema() const;

  // A batch that is false at the end of the stream. kTunnel for bytes that are wrong or end early.
  Result<Batch> Next();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paisql::engine
