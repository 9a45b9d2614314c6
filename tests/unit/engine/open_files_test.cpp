// An engine that is made where the system lets the program open no further file, or a few.

#include <fcntl.h>
#include <sys/resource.h>

#include <filesystem>

#include "base/files/files.h"
#include "engine/plan_builder.h"

namespace paisql::engine::test {
namespace {

// Lets the program open as many files more as given, for as long as it lives.
class FewFiles {
 public:
  explicit FewFiles(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const Descriptor next(open("/dev/null", O_RDONLY | O_CLOEXEC));
    const rlimit few = {static_cast<rlim_t>(next.get()) + more, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

class OpenFilesTest : public EngineTest, public ::testing::WithParamInterface<int> {};

TEST_P(OpenFilesTest, TheEngineStartsOrSaysWhatHelps) {
  const std::string made = folder_ + "/few";
  Status status;
  {
    const FewFiles few(GetParam());
    EngineOptions options;
    options.temp_directory = made;
    auto engine = Engines().MakeEngine(kDefaultEngine, options);
    if (!engine.ok()) {
      status = engine.error();
    } else if (auto connection = (*engine)->Connect(); !connection.ok()) {
      status = connection.error();
    }
  }
  if (status.ok()) {
    EXPECT_GE(GetParam(), 4);
  } else {
    EXPECT_EQ(status.error().code, ErrorCode::kEnvironment);
    EXPECT_NE(status.error().hint.find("ulimit -n"), std::string::npos) << status.error().detail;
  }
}

INSTANTIATE_TEST_SUITE_P(Numbers, OpenFilesTest, ::testing::Range(0, 9));

}  // namespace
}  // namespace paisql::engine::test
