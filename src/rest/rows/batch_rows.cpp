#include "rest/rows/batch_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/arrow/schema.h"
#include "engine/arrow/slice.h"

namespace paisql::rest {

namespace {

class Pieces {
 public:
  Pieces(int64_t rows, const std::vector<engine::ResultColumn>& columns, RowBody::NextRows next)
      : rows_(rows), schema_(columns), next_(std::move(next)) {}

  Result<engine::Batch> Next() {
    const auto left = static_cast<int64_t>(batch_ ? batch_.row_count() : 0) - begin_;
    if (left <= 0) {
      PAISQL_ASSIGN(batch_, next_());
      begin_ = 0;
      if (!batch_ || static_cast<int64_t>(batch_.row_count()) <= rows_) return std::move(batch_);
    }
    const int64_t count = std::min(rows_, static_cast<int64_t>(batch_.row_count()) - begin_);
    engine::Batch piece = engine::SliceBatch(batch_, schema_.get(), begin_, count);
    begin_ += count;
    return piece;
  }

 private:
  const int64_t rows_;
  const engine::Schema schema_;
  RowBody::NextRows next_;
  engine::Batch batch_;
  int64_t begin_ = 0;  // of what has not been given
};

}  // namespace

RowBody::NextRows InBatchesOf(int64_t rows, const std::vector<engine::ResultColumn>& columns,
                              RowBody::NextRows next) {
  auto pieces = std::make_shared<Pieces>(rows, columns, std::move(next));
  return [pieces] { return pieces->Next(); };
}

}  // namespace paisql::rest
