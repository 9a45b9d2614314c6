#include "http/sockets.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>

namespace paisql::http {

namespace {

iovec PartOf(std::string_view text) {
  return {const_cast<char*>(text.data()), text.size()};  // sendmsg only reads it
}

}  // namespace

TwoParts SendNow(int socket, TwoParts parts) {
  std::array<iovec, 2> texts = {PartOf(parts.first), PartOf(parts.second)};
  msghdr message{};
  message.msg_iov = texts.data();
  message.msg_iovlen = texts.size();
  const ssize_t result = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  const size_t sent = result > 0 ? static_cast<size_t>(result) : 0;
  const size_t of_first = std::min(sent, parts.first.size());
  return {parts.first.substr(of_first), parts.second.substr(sent - of_first)};
}

}  // namespace paisql::http
