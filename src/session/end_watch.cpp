#include "session/end_watch.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <utility>

namespace paisql::session {

EndWatch::EndWatch(Descriptor watched, std::stop_source on_readable)
    : watched_(std::move(watched)), stop_(eventfd(0, EFD_CLOEXEC)) {
  if (!watched_.open() || !stop_.open()) return;
  thread_ = std::thread([this, on_readable = std::move(on_readable)]() mutable {
    // Signals are for the thread that runs the statement.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    pollfd waits[2] = {{stop_.get(), POLLIN, 0}, {watched_.get(), POLLIN, 0}};
    while (poll(waits, 2, -1) < 0 && errno == EINTR) {
    }
    if (waits[0].revents == 0 && waits[1].revents != 0) on_readable.request_stop();
  });
}

EndWatch::~EndWatch() {
  if (!thread_.joinable()) return;
  const uint64_t one = 1;
  (void)!write(stop_.get(), &one, sizeof one);
  thread_.join();
}

}  // namespace paisql::session
