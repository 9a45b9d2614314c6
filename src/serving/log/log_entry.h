#pragma once

// One request and its answer, as the log keeps them.

#include <cstdint>
#include <string>
#include <vector>

#include "inference/signature.h"
#include "inference/tensor.h"

namespace paisql::serving {

struct LogEntry {
  int64_t time_us = 0;  // when the request was whole; since 1970, UTC
  std::string request_id{};
  const inference::Signature* signature = nullptr;  // of the model; none: it was not understood
  std::vector<inference::Tensor> inputs{};          // in the signature's order, or none
  std::vector<std::string> output_names{};
  std::vector<inference::Tensor> outputs{};  // in the order of their names, or none
  // The bodies of a processor, which has no tensors.
  std::string request_body{};
  std::string answer_body{};
  int status = 0;
  int64_t latency_us = 0;
  std::string error{};  // "" with status 200

  // About what it takes of memory.
  int64_t bytes() const;
};

}  // namespace paisql::serving
