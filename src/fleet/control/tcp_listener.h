#pragma once

// The socket at which the front process listens, made by one process and used by others.

#include <string>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::fleet {

struct TcpAddress {
  std::string host;  // "127.0.0.1"
  int port = 0;      // 0: a free one
};

// "127.0.0.1:8080" or "[::1]:8080"; kInvalidCommand for another text.
Result<TcpAddress> ReadTcpAddress(const std::string& text);

// kEnvironment where the address cannot be had.
Result<Descriptor> ListenAtTcp(const TcpAddress& address);

// Where a socket listens; port 0 for one that does not.
TcpAddress AddressOf(const Descriptor& listener);

}  // namespace paisql::fleet
