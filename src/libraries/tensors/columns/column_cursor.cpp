#include "libraries/tensors/columns/column_cursor.h"

#include <algorithm>
#include <vector>

#include "libraries/tensors/counters.h"

namespace paisql::tensors {

namespace {

// Rows that lie further apart are skipped to, not decoded and dropped.
constexpr int64_t kNearStride = 64;
constexpr int64_t kBlockRows = 4096;

}  // namespace

int64_t ColumnCursor::Seek(size_t range, int64_t row) {
  const bool in_group = decoder_ != nullptr && range == range_ && row >= next_ && row < group_end_;
  if (!in_group) {
    decoder_ = nullptr;
    if (file_ == nullptr || range != range_) file_ = files_.Get(range);
    range_ = range;
    const FileRange& wanted = scan_.range(range);
    const int group = file_->GroupOf(row, &group_begin_);
    decoder_ = file_->Open(wanted, group, column_, target_);
    next_ = group_begin_;
    group_end_ = group_begin_ + file_->group_rows(group);
    chunk_bytes_ = file_->ChunkBytes(wanted, group, column_);
  }
  if (row > next_) decoder_->Skip(row - next_);
  next_ = row;
  return group_end_ - row;
}

void ColumnCursor::Pass(int64_t rows) {
  // A share of the group's bytes; the shares of a whole group are together what it has.
  const double row_bytes =
      static_cast<double>(chunk_bytes_) / static_cast<double>(group_end_ - group_begin_);
  const auto before = static_cast<int64_t>(static_cast<double>(next_ - group_begin_) * row_bytes);
  next_ += rows;
  CountBytes(static_cast<int64_t>(static_cast<double>(next_ - group_begin_) * row_bytes) - before);
}

template <typename Out>
void ColumnCursor::ReadAs(const Segment& segment, Out* out) {
  std::vector<Out> block;
  int64_t row = segment.begin;
  int64_t left = segment.count;
  while (left > 0) {
    const int64_t there = Seek(segment.range, row);
    if (segment.stride == 1) {
      const int64_t part = std::min(left, there);
      decoder_->Read(part, out);
      Pass(part);
      row += part;
      out += part;
      left -= part;
    } else if (segment.stride > kNearStride) {
      decoder_->Read(1, out++);
      Pass(1);
      row += segment.stride;
      --left;
    } else {
      const int64_t span = std::min({there, kBlockRows, (left - 1) * segment.stride + 1});
      const int64_t part = (span - 1) / segment.stride + 1;
      block.resize(span);
      if constexpr (std::is_same_v<Out, bool>) {
        const auto flags = std::make_unique<bool[]>(span);
        decoder_->Read(span, flags.get());
        for (int64_t i = 0; i < part; ++i) *out++ = flags[i * segment.stride];
      } else {
        decoder_->Read(span, block.data());
        for (int64_t i = 0; i < part; ++i) *out++ = std::move(block[i * segment.stride]);
      }
      Pass(span);
      row += part * segment.stride;
      left -= part;
    }
  }
}

void ColumnCursor::Read(const Segment& segment, void* out) {
  NamingTheFile(scan_.range(segment.range), [&] {
    Dispatch(target_.element,
             [&]<typename Out>() { ReadAs<Out>(segment, static_cast<Out*>(out)); });
  });
}

}  // namespace paisql::tensors
