// Curves: fewer points for a picture, and the scalars of event files.

#include <cmath>
#include <cstring>

#include "console/logview/curves/event_file.h"
#include "console/logview/curves/job_curves.h"
#include "console/logview/curves/series.h"
#include "console/logview/log_folder.h"

namespace paisql::console {
namespace {

std::string Fixed(const void* bytes, size_t size) {
  return {static_cast<const char*>(bytes), size};
}

std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

std::string Field(int number, const std::string& bytes) {
  return Varint(static_cast<uint64_t>(number) << 3 | 2) + Varint(bytes.size()) + bytes;
}

std::string Event(int64_t step, const std::string& value) {
  const double seconds = 1'796'000'000.5;
  return std::string("\x09") + Fixed(&seconds, 8) + "\x10" + Varint(static_cast<uint64_t>(step)) +
         Field(5, Field(1, value));
}

std::string Simple(const std::string& tag, float number) {
  return Field(1, tag) + "\x15" + Fixed(&number, 4);
}

std::string Record(const std::string& event) {
  const uint64_t size = event.size();
  return Fixed(&size, 8) + "crc1" + event + "crc2";
}

using Told = std::vector<std::pair<std::string, CurvePoint>>;

TakeScalar Into(Told& told) {
  return [&told](std::string_view tag, const CurvePoint& point) {
    told.emplace_back(std::string(tag), point);
  };
}

TEST(DownsampledTest, KeepsTheEndsAndThePeaks) {
  std::vector<CurvePoint> points;
  for (int64_t i = 0; i < 100'000; ++i) points.push_back({i, i, 1.0});
  points[77'777].value = 50;
  points[33'333].value = -50;
  const std::vector<CurvePoint> fewer = Downsampled(points, 500);
  EXPECT_LE(fewer.size(), 500U);
  EXPECT_GE(fewer.size(), 250U);
  EXPECT_EQ(fewer.front(), points.front());
  EXPECT_EQ(fewer.back(), points.back());
  EXPECT_NE(std::find(fewer.begin(), fewer.end(), points[77'777]), fewer.end());
  EXPECT_NE(std::find(fewer.begin(), fewer.end(), points[33'333]), fewer.end());
  for (size_t i = 1; i < fewer.size(); ++i) EXPECT_LT(fewer[i - 1].step, fewer[i].step);
}

TEST(DownsampledTest, LeavesAFewAsTheyAre) {
  EXPECT_TRUE(Downsampled({}, 100).empty());
  const std::vector<CurvePoint> points(10);
  EXPECT_EQ(Downsampled(points, 10).size(), 10U);
}

TEST(DownsampledTest, KeepsThatALossIsNoNumber) {
  std::vector<CurvePoint> points;
  for (int64_t i = 0; i < 1000; ++i) points.push_back({i, i, i == 500 ? NAN : 1.0});
  const auto fewer = Downsampled(points, 100);
  EXPECT_TRUE(std::any_of(fewer.begin(), fewer.end(),
                          [](const CurvePoint& one) { return std::isnan(one.value); }));
}

TEST(EventTest, ReadsScalarsOfBothForms) {
  Told told;
  EXPECT_TRUE(ReadEvent(Event(7, Simple("loss", 0.5F)), Into(told)));
  const double number = 0.25;
  // A tensor of type double with its content, as TensorFlow 2 writes scalars.
  const std::string tensor = std::string("\x08\x02") + Field(4, Fixed(&number, 8));
  EXPECT_TRUE(ReadEvent(Event(8, Field(1, "epoch_loss") + Field(8, tensor)), Into(told)));
  const float packed = 0.125F;
  const std::string list = std::string("\x08\x01") + Field(5, Fixed(&packed, 4));
  EXPECT_TRUE(ReadEvent(Event(9, Field(1, "acc") + Field(8, list)), Into(told)));
  const Told expected = {{"loss", {7, 1'796'000'000'500, 0.5}},
                         {"epoch_loss", {8, 1'796'000'000'500, 0.25}},
                         {"acc", {9, 1'796'000'000'500, 0.125}}};
  EXPECT_EQ(told, expected);
}

TEST(EventTest, BearsWhatIsNoEvent) {
  Told told;
  EXPECT_FALSE(ReadEvent("\xff\xff\xff", Into(told)));
  EXPECT_FALSE(ReadEvent(Event(1, Simple("loss", 1)).substr(0, 20), Into(told)));
  EXPECT_TRUE(ReadEvent("", Into(told)));
  EXPECT_TRUE(told.empty());
}

class EventFileTest : public LogFolderTest {};

TEST_F(EventFileTest, ReadsOnWhereItHasStopped) {
  const std::string first = Record(Event(1, Simple("loss", 3)));
  const std::string second = Record(Event(2, Simple("loss", 2)));
  Append(first + second.substr(0, 10), "e");
  EventFile file(Path("e"));
  Told told;
  EXPECT_TRUE(file.ReadOn(Into(told), INT64_MAX));
  EXPECT_EQ(told.size(), 1U);
  Append(second.substr(10), "e");
  EXPECT_TRUE(file.ReadOn(Into(told), INT64_MAX));
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1].second.value, 2);
}

TEST_F(EventFileTest, EndsAtALengthThatCannotBe) {
  Append(Record(Event(1, Simple("loss", 3))) + std::string(100, '\xff'), "e");
  EventFile file(Path("e"));
  Told told;
  EXPECT_TRUE(file.ReadOn(Into(told), INT64_MAX));
  EXPECT_TRUE(file.ReadOn(Into(told), INT64_MAX));
  EXPECT_EQ(told.size(), 1U);
}

TEST_F(EventFileTest, SummariesOfOtherTimesAreOtherJobs) {
  std::filesystem::create_directory(Path("train"));
  Append(Record(Event(1, Simple("loss", 3))), "train/events.out.tfevents.1796000000.host");
  Append(Record(Event(1, Simple("old", 3))), "events.out.tfevents.1795000000.host");
  SummaryCache cache;
  bool complete = false;
  const CurvesWanted wanted{folder_, {folder_}, 1'796'000'000'000, 0};
  const auto series = cache.Read(wanted, INT64_MAX, &complete);
  EXPECT_TRUE(complete);
  ASSERT_EQ(series.size(), 1U);
  EXPECT_EQ(series[0].name, "loss");
  EXPECT_EQ(series[0].source, "train");
  // What was read is not read again.
  EXPECT_EQ(cache.Read(wanted, INT64_MAX, &complete)[0].points.size(), 1U);
}

}  // namespace
}  // namespace paisql::console
