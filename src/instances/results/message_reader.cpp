#include "instances/results/message_reader.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "engine/arrow/schema.h"
#include "engine/arrow/share.h"
#include "engine/ipc/ipc_writer.h"

namespace paisql::instances {

namespace {

// A batch of the engine's is of any size.
constexpr size_t kMessageLimit = SIZE_MAX / 2;

class MessageReader final : public RowReader {
 public:
  MessageReader(engine::IpcReader reader, size_t columns, int64_t begin, int64_t count)
      : reader_(std::move(reader)), columns_(columns), begin_(begin), count_(count) {}

  Result<engine::Batch> Next() override {
    while (count_ > 0) {
      PAISQL_ASSIGN(engine::Batch batch, reader_.Next());
      // The rows are counted, so the end does not come before the last of them.
      if (!batch) return ExpiredRows();
      const auto rows = static_cast<int64_t>(batch.row_count());
      if (begin_ >= rows) {
        begin_ -= rows;
        continue;
      }
      const int64_t begin = std::exchange(begin_, 0);
      const int64_t taken = std::min(rows - begin, count_);
      count_ -= taken;
      if (taken == rows) return batch;
      const auto shared = std::make_shared<const engine::Batch>(std::move(batch));
      return engine::ShareRows(shared, columns_, begin, taken);
    }
    return engine::Batch();
  }

 private:
  engine::IpcReader reader_;
  const size_t columns_;
  int64_t begin_;
  int64_t count_;
};

}  // namespace

Result<std::unique_ptr<RowReader>> ReadMessages(engine::IpcReader::Source source,
                                                const std::vector<engine::ResultColumn>& columns,
                                                int64_t begin, int64_t count) {
  engine::IpcReader reader(std::move(source), kMessageLimit);
  const engine::Schema schema(columns);
  PAISQL_TRY(reader.SetSchema(schema.get()));
  return std::unique_ptr<RowReader>(
      std::make_unique<MessageReader>(std::move(reader), columns.size(), begin, count));
}

Result<std::string> MessagesOf(RowReader& rows, const std::vector<engine::ResultColumn>& columns) {
  const engine::Schema schema(columns);
  engine::IpcWriter writer(schema.get());
  std::string messages;
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
    if (!batch) return messages;
    PAISQL_TRY(writer.AppendBatch(batch, messages));
  }
}

}  // namespace paisql::instances
