#pragma once

// Jobs whose scripts meet the test at FIFOs, so that a test knows what runs and decides what goes
// on.

#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "base/files/files.h"
#include "jobs/job_fixture.h"

namespace paisql::jobs {

class MeetingTest : public JobTest {
 protected:
  // A job that says that it runs, waits until it may go on, and then does what `rest` says.
  JobSpec Meeting(const std::string& name, int cores, int priority = kLowestPriority,
                  const std::string& rest = "exit 0\n") {
    mkfifo((folder_ + "/" + name + ".here").c_str(), 0600);
    mkfifo((folder_ + "/" + name + ".go").c_str(), 0600);
    JobSpec spec = Shell("");
    spec.script.path = folder_ + "/" + name + ".py";
    Write(name + ".py", "echo " + name + " >>" + folder_ + "/order\necho >" + folder_ + "/" + name +
                            ".here\nread x <" + folder_ + "/" + name + ".go\n" + rest);
    spec.roles.front().cpu = cores * 100;
    spec.priority = priority;
    spec.quota.cpu = 200;
    return spec;
  }

  // Blocks until the job runs.
  void Meet(const std::string& name) { std::ifstream(folder_ + "/" + name + ".here").get(); }
  void LetGo(const std::string& name) { std::ofstream(folder_ + "/" + name + ".go") << "\n"; }

  // Blocks until the job has said what it waits for.
  std::string WaitsFor(const std::string& id) {
    std::string text;
    std::stop_source enough;
    class Observer : public JobObserver {
     public:
      Observer(std::stop_source& enough, std::string* text) : enough_(enough), text_(text) {}
      void OnOutput(std::string_view) override {}
      void OnProgress(const JobProgress& progress) override {
        if (progress.waits_for.empty()) return;
        *text_ = progress.waits_for;
        enough_.request_stop();
      }

     private:
      std::stop_source& enough_;
      std::string* text_;
    };
    Observer observer(enough, &text);
    EXPECT_TRUE(service_->Follow(id, observer, enough.get_token()).ok());
    return text;
  }

  std::string Order() const {
    std::ifstream file(folder_ + "/order");
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return text;
  }

  std::string Fifo(const std::string& name) const {
    std::string path = folder_ + "/" + name;
    mkfifo(path.c_str(), 0600);
    return path;
  }
  // Blocks until a script has written a number into the FIFO.
  static pid_t Number(const std::string& fifo) {
    std::ifstream stream(fifo);
    pid_t number = 0;
    stream >> number;
    return number;
  }

  // Blocks until the process has ended, or is a zombie.
  static void AwaitEnd(pid_t pid) {
    const Descriptor watch(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    constexpr int kLongMs = 60'000;
    pollfd wait = {watch.get(), POLLIN, 0};
    EXPECT_TRUE(!watch.open() || poll(&wait, 1, kLongMs) == 1) << pid;
  }

  // Follows the job until worker 0 has printed this.
  void AwaitOutput(const std::string& id, const std::string& text) {
    std::string seen;
    std::stop_source enough;
    OutputObserver observer([&](std::string_view bytes) {
      seen += bytes;
      if (seen.find(text) != std::string::npos) enough.request_stop();
    });
    EXPECT_TRUE(service_->Follow(id, observer, enough.get_token()).ok());
    EXPECT_TRUE(enough.stop_requested()) << seen;
  }

  pid_t SupervisorPid(const std::string& id) {
    const auto job = catalog_->FindJob(id);
    return job.ok() && job->has_value() ? static_cast<pid_t>((*job)->supervisor_pid) : 0;
  }
};

}  // namespace paisql::jobs
