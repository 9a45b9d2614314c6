#include "terminal/wait_for_input.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/files/files.h"

namespace paisql::terminal {

bool WaitForInputUnless(int terminal, const std::stop_token& stop) {
  const Descriptor wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const std::stop_callback on_stop(stop, [&wake] {
    const uint64_t one = 1;
    (void)!write(wake.get(), &one, sizeof one);
  });
  while (!stop.stop_requested()) {
    pollfd waits[2] = {{terminal, POLLIN, 0}, {wake.get(), POLLIN, 0}};
    if (poll(waits, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return true;  // the read tells what is wrong
    }
    if (waits[0].revents != 0) return true;
  }
  return false;
}

}  // namespace paisql::terminal
