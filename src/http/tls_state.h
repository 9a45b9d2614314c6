#pragma once

// What TlsIdentity has read, as the library needs it. Private to this folder.

#include <boost/asio/ssl/context.hpp>
#include <cstdint>

namespace paisql::http {

class TlsState {
 public:
  boost::asio::ssl::context context{boost::asio::ssl::context::tls_server};
  int64_t ends_ms = 0;
};

}  // namespace paisql::http
