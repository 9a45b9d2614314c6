#include "jobs/service/old_jobs.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/system/clock.h"
#include "jobs/job_fixture.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::jobs {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OldJobsTest : public JobTest {
 protected:
  // A job that ended so many days ago, with its folder.
  void Make(const std::string& id, int64_t days, store::JobState state) {
    store::Job job;
    job.id = id;
    job.project = "p";
    job.kind = "pai";
    job.state = state;
    job.created_ms = NowMs() - days * kDay;
    job.ended_ms = HasEnded(state) ? job.created_ms : 0;
    ASSERT_TRUE(catalog_->InsertJob(job).ok());
    std::filesystem::create_directories(catalog_->home().JobPath(id) + "/logs");
  }

  std::vector<std::string> Folders() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(catalog_->home().JobsPath())) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  static constexpr int64_t kDay = int64_t{24} * 60 * 60 * 1000;
};

TEST_F(OldJobsTest, OnlyOldOnesBeyondTheCountGo) {
  using enum store::JobState;
  Make("20250101000000001g1", 90, kSucceeded);
  Make("20250101000000002g1", 80, kFailed);
  Make("20250101000000003g1", 70, kRunning);
  Make("20250101000000004g1", 60, kKilled);
  Make("20250101000000005g1", 5, kSucceeded);
  std::filesystem::create_directories(catalog_->home().JobPath("20250101000000000strange"));
  EXPECT_EQ(RemoveOldJobFolders(*catalog_, {0, 0}), 0);
  EXPECT_EQ(RemoveOldJobFolders(*catalog_, {6, 30}), 0);
  EXPECT_EQ(RemoveOldJobFolders(*catalog_, {4, 85}), 1);
  EXPECT_EQ(RemoveOldJobFolders(*catalog_, {1, 30}), 2);
  EXPECT_THAT(Folders(), ElementsAre("20250101000000000strange", "20250101000000003g1",
                                     "20250101000000005g1"));
  EXPECT_EQ(catalog_->ListJobs("p", {})->size(), 5);
}

TEST_F(OldJobsTest, AHomeWithoutJobsIsFine) {
  EXPECT_EQ(RemoveOldJobFolders(*catalog_, {1, 0}), 0);
  EXPECT_THAT(Folders(), IsEmpty());
}

}  // namespace
}  // namespace paisql::jobs
