#include "http/sockets.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>

namespace paisql::http {

namespace {

iovec PartOf(std::string_view text) {
  return {const_cast<char*>(text.data()), text.size()};  // sendmsg only reads it
}

}  // namespace

Parts Without(const Parts& parts, size_t bytes) {
  Parts left = parts;
  for (std::string_view& part : left) {
    const size_t taken = std::min(bytes, part.size());
    part.remove_prefix(taken);
    bytes -= taken;
  }
  return left;
}

Parts SendNow(int socket, const Parts& parts) {
  std::array<iovec, 3> texts = {PartOf(parts[0]), PartOf(parts[1]), PartOf(parts[2])};
  msghdr message{};
  message.msg_iov = texts.data();
  message.msg_iovlen = texts.size();
  const ssize_t result = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  return Without(parts, result > 0 ? static_cast<size_t>(result) : 0);
}

}  // namespace paisql::http
