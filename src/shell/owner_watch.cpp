#include "shell/owner_watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace paisql::shell {

OwnerWatch::OwnerWatch(int descriptor) : stop_(eventfd(0, EFD_CLOEXEC)) {
  if (stop_.get() < 0) throw std::system_error(errno, std::generic_category());
  thread_ = std::thread([descriptor, stop = stop_.get()] {
    // Every signal is left to the main thread, which waits for one.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    pollfd waited[2] = {{stop, POLLIN, 0}, {descriptor, POLLIN, 0}};
    while (true) {
      const int ready = poll(waited, 2, -1);
      if (ready < 0 && errno != EINTR) return;
      if (ready > 0 && waited[0].revents != 0) return;
      if (ready > 0 && waited[1].revents != 0) {
        kill(getpid(), SIGTERM);
        return;
      }
    }
  });
}

OwnerWatch::~OwnerWatch() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(stop_.get(), &one, sizeof one);
  thread_.join();
}

}  // namespace paisql::shell
