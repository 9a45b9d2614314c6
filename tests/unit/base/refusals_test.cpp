#include "base/system/refusals.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/result.h"

namespace paisql {
namespace {

TEST(CatchRefusals, GivesWhatTheCallGives) {
  const Result<int> number = CatchRefusals([]() -> Result<int> { return 3; });
  ASSERT_TRUE(number.ok());
  EXPECT_EQ(*number, 3);
  EXPECT_TRUE(CatchRefusals([] { return Status::Ok(); }).ok());
}

template <typename Thrown>
Error Caught(const Thrown& thrown) {
  const Result<int> result = CatchRefusals([&]() -> Result<int> { throw thrown; });
  return result.ok() ? Error{} : result.error();
}

TEST(CatchRefusals, MakesErrorsOfWhatLibrariesThrow) {
  EXPECT_EQ(Caught(std::bad_alloc()).code, ErrorCode::kOutOfMemory);
  EXPECT_EQ(Caught(std::system_error(EAGAIN, std::generic_category())).about.kind,
            ErrorSubject::Kind::kSystemLimit);
  const std::filesystem::filesystem_error gone("cannot open", "/folder",
                                               std::make_error_code(std::errc::io_error));
  EXPECT_NE(Caught(gone).detail.find("/folder"), std::string::npos);
  EXPECT_EQ(Caught(std::runtime_error("the words")).detail, "the words");
}

// A destructor that waits for such work may ask for its result: nothing is thrown again there.
TEST(CatchRefusals, KeepsFuturesFromThrowing) {
  std::future<Result<int>> later = std::async(std::launch::async, [] {
    return CatchRefusals([]() -> Result<int> { throw std::runtime_error("refused"); });
  });
  EXPECT_NO_THROW(EXPECT_FALSE(later.get().ok()));
}

}  // namespace
}  // namespace paisql
