#pragma once

// Which model a call of PREDICT computes with, and how the call's arguments are its inputs.

#include <cstddef>
#include <string>
#include <vector>

#include "inference/signature.h"

namespace paisql::plan {

struct ModelUse {
  std::string name;    // "churn:2", for messages
  std::string folder;  // its files never change
  std::string format;  // how it is loaded (inference/model.h)
  inference::Signature signature;

  // The arguments of one input, in the signature's order: `count` of them from `first` on. One
  // argument is a value a row, or an ARRAY of all elements of the row in row-major order; several
  // are the elements one by one.
  struct Input {
    size_t first = 0;
    size_t count = 1;

    bool operator==(const Input&) const = default;
  };
  std::vector<Input> inputs;

  bool operator==(const ModelUse&) const = default;
};

}  // namespace paisql::plan
