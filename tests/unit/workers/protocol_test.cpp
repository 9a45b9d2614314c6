#include "workers/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace paisql::workers {
namespace {

using ::testing::HasSubstr;

std::vector<Frame> ReadInPieces(const std::string& bytes, size_t piece, bool* damaged) {
  FrameReader reader;
  std::vector<Frame> frames;
  for (size_t at = 0; at < bytes.size(); at += piece) {
    reader.Add(std::string_view(bytes).substr(at, piece));
    while (std::optional<Frame> frame = reader.Next()) frames.push_back(*std::move(frame));
  }
  *damaged = reader.damaged();
  return frames;
}

TEST(FramesTest, ComeOutAsTheyWentInWhateverThePieces) {
  const std::vector<Frame> sent = {
      {FrameKind::kHello, 0, kProtocolVersion, "{}", Content::kBytes, ""},
      {FrameKind::kData, 7, 200, "", Content::kBytes, "abc"},
      {FrameKind::kData, 1ULL << 40, -1, "text", Content::kArrow, std::string(100000, 'x')},
      {FrameKind::kError, 8, 1, std::string("a\0b", 3), Content::kBytes, ""},
      {FrameKind::kEnd, 0, 143, "", Content::kBytes, ""},
  };
  std::string bytes;
  for (const Frame& frame : sent) bytes += WriteFrame(frame);
  for (const size_t piece : {size_t{1}, size_t{23}, size_t{25}, bytes.size()}) {
    bool damaged = true;
    const std::vector<Frame> frames = ReadInPieces(bytes, piece, &damaged);
    EXPECT_FALSE(damaged);
    ASSERT_EQ(frames.size(), sent.size());
    for (size_t i = 0; i < sent.size(); ++i) {
      EXPECT_EQ(frames[i].kind, sent[i].kind);
      EXPECT_EQ(frames[i].number, sent[i].number);
      EXPECT_EQ(frames[i].code, sent[i].code);
      EXPECT_EQ(frames[i].text, sent[i].text);
      EXPECT_EQ(frames[i].content, sent[i].content);
      EXPECT_EQ(frames[i].payload, sent[i].payload);
    }
  }
}

TEST(FramesTest, OtherBytesAreDamage) {
  struct Damage {
    size_t place;  // in the head
    char byte;
    const char* what;
  };
  const Damage damages[] = {
      {11, '\x11', "a text of more than 256 MiB"},
      {15, '\x7f', "a payload of more than 256 MiB"},
      {20, '\0', "no kind"},
      {20, '\x05', "an unknown kind"},
      {21, '\x02', "an unknown content"},
      {22, '\x01', "what has to be 0"},
      {23, '\x01', "what has to be 0"},
  };
  const std::string good = WriteFrame({FrameKind::kData, 1, 0, "", Content::kBytes, ""});
  for (const Damage& damage : damages) {
    std::string bytes = good;
    bytes[damage.place] = damage.byte;
    bool damaged = false;
    EXPECT_EQ(ReadInPieces(good + bytes + good, 24, &damaged).size(), 1U) << damage.what;
    EXPECT_TRUE(damaged) << damage.what;
  }
}

TEST(HelloTest, SaysItsFacts) {
  const auto facts = ReadHello(MakeHello("stub", {{"threads", 3}}), "stub");
  ASSERT_TRUE(facts.ok());
  EXPECT_EQ(facts->at("threads"), 3);
}

TEST(HelloTest, OthersAreRefusedWithTheCure) {
  Frame other_version = MakeHello("stub", nlohmann::json::object());
  other_version.code = kProtocolVersion + 1;
  Frame no_object = other_version;
  no_object.code = kProtocolVersion;
  no_object.text = "[1";
  struct Case {
    Frame frame;
    const char* words;
    bool has_cure;
  };
  const Case cases[] = {
      {{FrameKind::kError, 0, 0, "no model there"}, "no model there", false},
      {{FrameKind::kData, 1}, "before it said that it is ready", true},
      {other_version, "version 2 of the protocol, not version 1", true},
      {no_object, "not a JSON object", true},
      {MakeHello("other", nlohmann::json::object()), "kind 'other', not 'stub'", true},
  };
  for (const Case& one : cases) {
    const auto facts = ReadHello(one.frame, "stub");
    ASSERT_FALSE(facts.ok()) << one.words;
    EXPECT_THAT(facts.error().detail, HasSubstr(one.words));
    EXPECT_EQ(!facts.error().hint.empty(), one.has_cure) << one.words;
  }
}

}  // namespace
}  // namespace paisql::workers
