#include "engine/duckdb/run/row_stream.h"

#include <gtest/gtest.h>

#include <thread>

namespace paisql::engine {
namespace {

std::shared_ptr<const RowBlock> BlockOf(size_t rows) {
  auto block = std::make_shared<RowBlock>();
  block->rows = rows;
  return block;
}

TEST(RowStream, GivesTheBlocksInOrder) {
  constexpr size_t kBlocks = 50;
  RowStream stream({});
  std::thread writer([&] {
    for (size_t i = 1; i <= kBlocks; ++i) EXPECT_TRUE(stream.Push(BlockOf(i)));
    stream.End();
  });
  for (size_t i = 1; i <= kBlocks; ++i) {
    const auto block = stream.Pop();
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(block->rows, i);
  }
  EXPECT_EQ(stream.Pop(), nullptr);
  EXPECT_FALSE(stream.failed());
  writer.join();
}

TEST(RowStream, AFullQueueWaitsForItsReader) {
  RowStream stream({});
  for (size_t i = 0; i < RowStream::kMostBlocks; ++i) EXPECT_TRUE(stream.Push(BlockOf(1)));
  bool pushed = true;
  std::thread writer([&] { pushed = stream.Push(BlockOf(1)); });
  stream.StopReading();
  writer.join();
  EXPECT_FALSE(pushed);
  EXPECT_FALSE(stream.Push(BlockOf(1)));
}

TEST(RowStream, AWriterThatFailsEndsTheReader) {
  RowStream stream({});
  EXPECT_TRUE(stream.Push(BlockOf(1)));
  std::thread writer([&] { stream.Fail(); });
  while (stream.Pop() != nullptr) {
  }
  EXPECT_TRUE(stream.failed());
  writer.join();
}

}  // namespace
}  // namespace paisql::engine
