#include "serving/processor/frame.h"

#include <gtest/gtest.h>

#include <vector>

namespace paisql::serving {
namespace {

TEST(Frames, ComeOutAsTheyWentInWhateverThePieces) {
  const std::string bytes = WriteFrame(200, 7, "abc") + WriteFrame(0xFFFFFFFF, 1ULL << 40, "") +
                            WriteFrame(0, 8, std::string(100000, 'x'));
  for (const size_t piece : {size_t{1}, size_t{15}, size_t{17}, bytes.size()}) {
    FrameReader reader;
    std::vector<Frame> frames;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      reader.Add(std::string_view(bytes).substr(at, piece));
      while (std::optional<Frame> frame = reader.Next()) frames.push_back(*std::move(frame));
    }
    ASSERT_EQ(frames.size(), 3U);
    EXPECT_EQ(frames[0].code, 200U);
    EXPECT_EQ(frames[0].number, 7U);
    EXPECT_EQ(frames[0].payload, "abc");
    EXPECT_EQ(frames[1].code, 0xFFFFFFFFU);
    EXPECT_EQ(frames[1].number, 1ULL << 40);
    EXPECT_EQ(frames[2].payload.size(), 100000U);
    EXPECT_FALSE(reader.damaged());
  }
}

TEST(Frames, OneThatIsTooLargeIsDamage) {
  std::string bytes = WriteFrame(200, 1, "");
  bytes[3] = '\x7f';
  FrameReader reader;
  reader.Add(bytes);
  EXPECT_FALSE(reader.Next().has_value());
  EXPECT_TRUE(reader.damaged());
}

}  // namespace
}  // namespace paisql::serving
