#pragma once

// One connection to a service on this machine that asks the same request again and again.

#include <cstdint>
#include <string>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::tools {

// Where a service answers: "http://127.0.0.1:8500/api/predict/churn".
struct BenchAddress {
  std::string host;
  std::string port;
  std::string path;
};

// kInvalidCommand for an address of another form, or one that is not of this machine.
Result<BenchAddress> ReadBenchAddress(const std::string& address);

// The whole request, with its head.
std::string BenchRequest(const BenchAddress& address, const std::string& token,
                         const std::string& body);

struct BenchAnswer {
  int status = 0;    // 0: there was no whole answer
  std::string text;  // the body, or why there was none
};

// Blocks, for a minute at most. Connects again after a connection has ended.
class BenchClient {
 public:
  // `address` outlives the client.
  explicit BenchClient(const BenchAddress& address) : address_(address) {}

  BenchAnswer Ask(const std::string& request);

 private:
  bool Connect();
  bool Send(const std::string& request);
  // False where the connection ends first.
  bool ReadMore();
  BenchAnswer Read();
  BenchAnswer Fail(const std::string& why);

  const BenchAddress& address_;
  Descriptor socket_;
  std::string received_;
};

}  // namespace paisql::tools
