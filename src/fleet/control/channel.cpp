#include "fleet/control/channel.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace paisql::fleet {

namespace {

constexpr size_t kLongestLine = size_t{64} << 20;  // nobody of ours sends more

Descriptor PassedWith(msghdr& message) {
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return Descriptor(descriptor);
  }
  return {};
}

}  // namespace

Channel::Channel(EventLoop& loop, Descriptor socket, Take take)
    : loop_(loop), socket_(std::move(socket)), take_(std::move(take)) {
  reads_ = loop_.Add(socket_.get(), EventLoop::Interest::kRead, [this] { Read(); });
}

void Channel::Read() {
  std::array<char, 65536> bytes{};
  std::array<char, CMSG_SPACE(sizeof(int))> control{};
  iovec part = {bytes.data(), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t count = recvmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (Descriptor passed = PassedWith(message); passed.open()) passed_ = std::move(passed);
  if (count <= 0 || incoming_.size() > kLongestLine) {
    ended_ = true;
    reads_.End();
    writes_.End();
    return;
  }
  incoming_.append(bytes.data(), static_cast<size_t>(count));
  size_t begin = 0;
  for (size_t end = incoming_.find('\n'); end != std::string::npos;
       end = incoming_.find('\n', begin)) {
    const std::string line = incoming_.substr(begin, end - begin);
    begin = end + 1;
    take_(line, std::exchange(passed_, Descriptor()));
  }
  incoming_.erase(0, begin);
}

void Channel::Send(std::string_view line, int passed) {
  if (ended_) return;
  outgoing_.emplace_back(std::string(line) + "\n", passed);
  Flush();
}

void Channel::Flush() {
  while (!outgoing_.empty()) {
    auto& [text, passed] = outgoing_.front();
    iovec part = {text.data(), text.size()};
    std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (passed >= 0) {
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      cmsghdr* const header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
    }
    const ssize_t count = sendmsg(socket_.get(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == EAGAIN) {
      writes_ = loop_.Add(socket_.get(), EventLoop::Interest::kWrite, [this] {
        writes_.End();
        Flush();
      });
      return;
    }
    if (count < 0) return;  // the reading side sees the end
    passed = -1;
    text.erase(0, static_cast<size_t>(count));
    if (text.empty()) outgoing_.pop_front();
  }
}

}  // namespace paisql::fleet
