#pragma once

// Sockets of this folder's connections. Private to it.

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

// Two texts that are sent one after the other.
struct TwoParts {
  std::string_view first;
  std::string_view second;
};

// Hands the system as much as it takes at once, without waiting. The library must write the rest;
// it also learns whether the connection is broken.
TwoParts SendNow(int socket, TwoParts parts);

}  // namespace paisql::http
