#pragma once

// paisql.spark.remote, as people may see it.

#include <string>

namespace paisql::engine::spark {

// Without the parameters of sc://HOST:PORT/;token=…, which may be secrets.
inline std::string PublicRemote(const std::string& remote) {
  return remote.substr(0, remote.find("/;"));
}

}  // namespace paisql::engine::spark
