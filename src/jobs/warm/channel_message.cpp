#include "jobs/warm/channel_message.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

namespace paisql::jobs {

namespace {

Error Failure(const std::string& why) {
  return {ErrorCode::kIo, "cannot talk to the warm process: " + why, {}, ""};
}

Error SystemFailure() { return Failure(std::strerror(errno)); }

Status SendAll(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemFailure();
    text.remove_prefix(static_cast<size_t>(count));
  }
  return Status::Ok();
}

}  // namespace

Result<SocketPair> MakeSocketPair() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return SystemFailure();
  return SocketPair{Descriptor(ends[0]), Descriptor(ends[1])};
}

Status SendMessage(int socket, const nlohmann::json& json, const std::vector<int>& descriptors) {
  std::string text;
  try {
    text = json.dump();
  } catch (const nlohmann::json::exception& error) {
    return Failure(error.what());
  }
  std::array<char, sizeof(uint64_t)> head{};
  const uint64_t length = text.size();
  for (size_t i = 0; i < head.size(); ++i) head[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  // The descriptors go with the first bytes, all of them or none.
  iovec part = {head.data(), head.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  std::vector<char> control(CMSG_SPACE(sizeof(int) * descriptors.size()));
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * descriptors.size());
    std::memcpy(CMSG_DATA(rights), descriptors.data(), sizeof(int) * descriptors.size());
  }
  ssize_t sent = 0;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) return SystemFailure();
  PAISQL_TRY(SendAll(socket, {head.data() + sent, head.size() - static_cast<size_t>(sent)}));
  return SendAll(socket, text);
}

}  // namespace paisql::jobs
