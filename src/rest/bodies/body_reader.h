#pragma once

// The bytes of a request's body, piece by piece, wherever they are.

#include <cstddef>
#include <string>

#include "base/result.h"

namespace paisql::rest {

class BodyReader {
 public:
  virtual ~BodyReader() = default;
  // The next bytes, at most so many; "" at the end.
  virtual Result<std::string> Read(size_t most) = 0;
};

}  // namespace paisql::rest
