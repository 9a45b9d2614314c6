#pragma once

// The command lines of `paisql server` and `paisql console`: tables of flags, a row each.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::server {

struct ServerFlags {
  std::string home;
  std::string host = "127.0.0.1";
  int port = 0;
  std::string user_file;  // "": everybody is the owner
  std::string tls_cert;   // "": plain HTTP
  std::string tls_key;
  bool anonymous = false;  // everybody may be the owner at any host
  int keep = 10000;
  int result_mb = 100 * 1024;
  int upload_mb = 16384;
  int session_mb = 100 * 1024;
  int at_once = 0;  // 0: twice the cores
  int queue = 10000;
  bool probe = false;
  bool help = false;
  bool console_only = false;  // `paisql console`
  bool any_port = false;      // where the port is taken, another one will do
};

// `arguments` begin with "server". kInvalidCommand for wrong ones.
Result<ServerFlags> ReadServerFlags(const std::vector<std::string>& arguments);
std::string_view ServerUsage();

// The port where a browser finds the console again.
inline constexpr int kConsolePort = 8686;
// Reads the flags of `paisql console`; `arguments` begin with "console". kInvalidCommand for wrong
// ones.
Result<ServerFlags> ReadConsoleFlags(const std::vector<std::string>& arguments);
std::string_view ConsoleUsage();

}  // namespace paisql::server
