#pragma once

// A request to compute, independent of its protocol.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "inference/signature.h"
#include "inference/tensor.h"

namespace paisql::serving {

struct Outcome {
  int status = 200;                          // as HTTP has it
  std::string error{};                       // for people; "" with 200
  std::vector<inference::Tensor> outputs{};  // in the order of Call::outputs
};

struct Call {
  const inference::Signature* signature = nullptr;  // of the model
  std::vector<inference::Tensor> inputs{};          // checked; in the signature's order
  std::vector<std::string> outputs{};               // names; none: all of the signature
  int64_t deadline_ms = 0;                          // of SteadyMs
  // Called once, on any thread; again if it has thrown std::bad_alloc.
  std::function<void(Outcome)> done{};
};

// Names of the tensors that answer the call, in their order.
std::vector<std::string> OutputNames(const Call& call);

// 400 for what a client has caused, 413 for too much of it, 404, else 500.
int StatusOf(const Error& error);

}  // namespace paisql::serving
