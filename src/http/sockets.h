#pragma once

// Sockets of this folder's connections. Private to it.

#include <array>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <cstddef>
#include <string_view>

namespace paisql::http {

// The loop that a socket belongs to, by its own type: the library's default, which hides it, costs
// a copy of it at every step.
using LoopExecutor = boost::asio::io_context::executor_type;

// A client's end, of TCP or of a Unix socket.
using StreamSocket =
    boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol, LoopExecutor>;
// An end that leads to another server of this machine.
using UnixSocket =
    boost::asio::basic_stream_socket<boost::asio::local::stream_protocol, LoopExecutor>;

// Texts that are sent one after the other.
using Parts = std::array<std::string_view, 3>;

inline size_t SizeOf(const Parts& parts) {
  return parts[0].size() + parts[1].size() + parts[2].size();
}
// What is left of the texts without their first bytes.
Parts Without(const Parts& parts, size_t bytes);

// Hands the system as much as it takes at once, without waiting, and returns what is left. The
// library must write that; it also learns whether the connection is broken.
Parts SendNow(int socket, const Parts& parts);

}  // namespace paisql::http
