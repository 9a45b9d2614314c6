#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "types/time/civil.h"
#include "types/time/zone.h"

namespace paisql {
namespace {

// Midnight in Greenwich.
int64_t Instant(int year, int month, int day) {
  return int64_t{DaysFromCivil(year, month, day)} * 86400;
}

// Minutes east of Greenwich at each of the days.
std::vector<int> Offsets(const char* name, const std::vector<CivilDay>& days) {
  const Result<TimeZone> zone = TimeZone::Load(name);
  EXPECT_TRUE(zone.ok()) << name;
  std::vector<int> offsets;
  for (const CivilDay& day : days) {
    const int64_t instant = Instant(static_cast<int>(day.year), day.month, day.day);
    offsets.push_back(zone->OffsetAt(instant) / 60);
  }
  return offsets;
}

using Minutes = std::vector<int>;

TEST(TimeZone, OffsetsAtInstants) {
  const Result<TimeZone> shanghai = TimeZone::Load("Asia/Shanghai");
  ASSERT_TRUE(shanghai.ok());
  EXPECT_EQ(shanghai->OffsetAt(1'700'000'000), 8 * 3600);
  EXPECT_EQ(shanghai->FormatMicros(1'700'000'000'000'123), "2023-11-15 06:13:20.000123");
  const Result<TimeZone> new_york = TimeZone::Load("America/New_York");
  ASSERT_TRUE(new_york.ok());
  EXPECT_EQ(new_york->OffsetAt(1'720'000'000), -4 * 3600);  // July 2024
  EXPECT_EQ(new_york->OffsetAt(1'705'000'000), -5 * 3600);  // January 2024
  EXPECT_EQ(TimeZone().OffsetAt(1'720'000'000), 0);
  EXPECT_EQ(TimeZone().Format(0), "1970-01-01 00:00:00");
}

// Zone files list the changes up to 2037 and give a rule for what follows.
TEST(TimeZone, SummerTimeGoesOnBehind2037) {
  const std::vector<CivilDay> days = {{2037, 7, 1}, {2038, 1, 1}, {2040, 7, 1},
                                      {2040, 1, 1}, {2500, 7, 1}, {9999, 7, 1}};
  EXPECT_EQ(Offsets("America/New_York", days), (Minutes{-240, -300, -240, -300, -240, -240}));
  EXPECT_EQ(Offsets("Europe/Berlin", days), (Minutes{120, 60, 120, 60, 120, 120}));
  EXPECT_EQ(Offsets("Australia/Sydney", days), (Minutes{600, 660, 600, 660, 600, 600}));
  EXPECT_EQ(Offsets("Asia/Shanghai", days), (Minutes{480, 480, 480, 480, 480, 480}));
  // The clocks of New York go forward on 2040-03-11 at 2 in the morning.
  const Result<TimeZone> new_york = TimeZone::Load("America/New_York");
  ASSERT_TRUE(new_york.ok());
  const int64_t change = Instant(2040, 3, 11) + 7 * 3600;
  EXPECT_EQ(new_york->Format(change - 1), "2040-03-11 01:59:59");
  EXPECT_EQ(new_york->Format(change), "2040-03-11 03:00:00");
}

TEST(TimeZone, ZonesWithAHistory) {
  // Summer time in China, from 1986 to 1991.
  EXPECT_EQ(
      Offsets(
          "Asia/Shanghai",
          {{1985, 7, 1}, {1986, 7, 1}, {1986, 12, 1}, {1991, 7, 1}, {1991, 10, 1}, {1992, 7, 1}}),
      (Minutes{480, 540, 480, 540, 480, 480}));
  // Half hours, and a war.
  EXPECT_EQ(Offsets("Asia/Kolkata", {{1941, 1, 1}, {1943, 1, 1}, {2024, 1, 1}, {2050, 7, 1}}),
            (Minutes{330, 390, 330, 330}));
  // The day that Samoa left out.
  EXPECT_EQ(Offsets("Pacific/Apia", {{2011, 12, 30}, {2011, 12, 31}}), (Minutes{-600, 840}));
  // Local mean time, before there were zones.
  EXPECT_EQ(TimeZone::Load("Asia/Shanghai")->Format(Instant(1900, 1, 1)), "1900-01-01 08:05:43");
}

TEST(TimeZone, OnlyNamesOfZonesAreTaken) {
  for (const char* name :
       {"GMT+9", "GMT+8", "+8", "+08:00", "UTC+08:00", "UTC0", "localtime", "Fixed/UTC+08:00:00",
        "libc:localtime", "", "../etc/passwd", "/etc/localtime", "Asia", "Asia/Shanghi",
        "asia/shanghai", "a b", "leapseconds", "right/Asia/Shanghai"}) {
    const Result<TimeZone> zone = TimeZone::Load(name);
    ASSERT_FALSE(zone.ok()) << name;
    EXPECT_EQ(zone.error().code, ErrorCode::kInvalidCommand) << name;
  }
  for (const char* name : {"UTC", "Etc/GMT+8", "Etc/UTC", "America/Argentina/Buenos_Aires"}) {
    EXPECT_TRUE(TimeZone::Load(name).ok()) << name;
  }
  EXPECT_EQ(Offsets("Etc/GMT+8", {{2024, 1, 1}}), Minutes{-480});
}

}  // namespace
}  // namespace paisql
