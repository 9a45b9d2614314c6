// Processes that never start, and ports.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <set>

#include "jobs/meeting_fixture.h"
#include "jobs/place/held_port.h"

namespace paisql::jobs {
namespace {

using ::testing::HasSubstr;

class StartFailureTest : public MeetingTest {
 protected:
  // A service whose Python is a program of this test.
  JobService With(const std::string& python) {
    Installation installation = ThisInstallation();
    installation.python = python;
    return {*catalog_, installation};
  }
  std::string Program(const std::string& text) const {
    Write("python", text);
    chmod((folder_ + "/python").c_str(), 0755);
    return folder_ + "/python";
  }

  // The end of a job that waits for its turn while `harm` is done, and starts then.
  template <typename Harm>
  JobOutcome Harmed(JobSpec spec, const Harm& harm) {
    const std::string first = Submit(Meeting("first", 2));
    Meet("first");
    spec.roles.front().cpu = 200;
    spec.quota.cpu = 200;
    auto id = With(Program("#!/bin/sh\nexit 0\n")).Submit(spec);
    EXPECT_TRUE(id.ok());
    WaitsFor(*id);
    harm(*id);
    LetGo("first");
    Wait(first);
    const JobOutcome outcome = Wait(*id);
    EXPECT_EQ(outcome.state, store::JobState::kFailed);
    EXPECT_TRUE(catalog_->ListClaims()->empty());
    return outcome;
  }
};

TEST_F(StartFailureTest, APythonThatIsGoneWhenTheTurnComesIsNamed) {
  const std::string python = folder_ + "/python";
  EXPECT_THAT(
      Harmed(Shell(""), [&](const std::string&) { std::filesystem::remove(python); }).message,
      HasSubstr("cannot start " + python + ": No such file"));
}

TEST_F(StartFailureTest, APythonThatMayNotBeRunIsNamed) {
  const std::string python = folder_ + "/python";
  EXPECT_THAT(Harmed(Shell(""), [&](const std::string&) { chmod(python.c_str(), 0644); }).message,
              HasSubstr("cannot start " + python + ": Permission denied"));
}

TEST_F(StartFailureTest, AWorkFolderThatIsGoneIsNamed) {
  std::string work;
  const JobOutcome outcome = Harmed(Shell(""), [&](const std::string& id) {
    work = catalog_->home().JobPath(id) + "/work";
    std::filesystem::remove_all(work);
  });
  EXPECT_THAT(outcome.message, HasSubstr("in " + work + ": No such file"));
}

TEST_F(StartFailureTest, APythonThatIsNoProgramIsNamed) {
  JobService service = With(Program("\x7f no program"));
  JobSpec spec = Shell("");
  spec.roles = {{"ps", 1}, {"worker", 2}};
  spec.distributed = true;
  const auto id = service.Submit(spec);
  ASSERT_TRUE(id.ok());
  const JobOutcome outcome = Wait(*id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message, HasSubstr("/python: Exec format error"));
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

TEST_F(StartFailureTest, WithoutDescriptorsTheJobFailsByName) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "UndefinedBehaviorSanitizer takes descriptors for its own look at an object";
#endif
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few = {100, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  JobSpec spec = Shell("exit 0\n");
  spec.roles = {{"worker", 50}};
  spec.distributed = true;
  spec.quota.fit = true;
  const std::string id = Submit(spec);
  setrlimit(RLIMIT_NOFILE, &before);
  const JobOutcome outcome = Wait(id);
  EXPECT_EQ(outcome.state, store::JobState::kFailed);
  EXPECT_THAT(outcome.message,
              HasSubstr("Too many open files (allow more open files (ulimit -n))"));
  EXPECT_TRUE(catalog_->ListClaims()->empty());
}

// A socket as a server makes it; the errno of what failed, 0 when it listens.
int Listen(uint16_t port, bool reuse, Descriptor* server) {
  *server = Descriptor(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = reuse ? 1 : 0;
  setsockopt(server->get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  name.sin_port = htons(port);
  if (bind(server->get(), reinterpret_cast<sockaddr*>(&name), sizeof name) != 0) return errno;
  return listen(server->get(), 1) == 0 ? 0 : errno;
}

uint16_t PortOf(const HeldPort& port) {
  const std::string address = port.address();
  return static_cast<uint16_t>(std::stoi(address.substr(address.find(':') + 1)));
}

TEST(HeldPortTest, APortStaysItsOwn) {
  std::vector<HeldPort> ports;
  std::set<uint16_t> numbers;
  for (int i = 0; i < 100; ++i) {
    auto port = HeldPort::Take();
    ASSERT_TRUE(port.ok());
    numbers.insert(PortOf(*port));
    ports.push_back(std::move(*port));
  }
  EXPECT_EQ(numbers.size(), 100U);
  // Who asks for any port gets another one.
  std::vector<Descriptor> others(200);
  for (Descriptor& other : others) {
    ASSERT_EQ(Listen(0, true, &other), 0);
    sockaddr_in name{};
    socklen_t size = sizeof name;
    ASSERT_EQ(getsockname(other.get(), reinterpret_cast<sockaddr*>(&name), &size), 0);
    EXPECT_EQ(numbers.count(ntohs(name.sin_port)), 0U);
  }
  // The process it is kept for gets it, also again; another program does not get it beside it.
  const uint16_t port = PortOf(ports.front());
  Descriptor server;
  EXPECT_EQ(Listen(port, false, &server), EADDRINUSE);
  EXPECT_EQ(Listen(port, true, &server), 0);
  Descriptor second;
  EXPECT_EQ(Listen(port, true, &second), EADDRINUSE);
  server.Close();
  EXPECT_EQ(Listen(port, true, &second), 0);
}

TEST(HeldPortTest, APortThatIsTakenIsNeverGiven) {
  Descriptor taken;
  ASSERT_EQ(Listen(0, true, &taken), 0);
  sockaddr_in name{};
  socklen_t size = sizeof name;
  ASSERT_EQ(getsockname(taken.get(), reinterpret_cast<sockaddr*>(&name), &size), 0);
  std::vector<HeldPort> ports;
  for (int i = 0; i < 200; ++i) {
    auto port = HeldPort::Take();
    ASSERT_TRUE(port.ok());
    EXPECT_NE(PortOf(*port), ntohs(name.sin_port));
    ports.push_back(std::move(*port));
  }
}

}  // namespace
}  // namespace paisql::jobs
