#pragma once

// The key with which a home's servers sign tokens. It lies in the home, so that a token also holds
// after a restart.

#include <string>

#include "base/result.h"

namespace paisql::rest {

// Makes the key where the home has none. A key that others could read, after a chmod -R, is
// replaced, and the tokens that it has signed do not hold any more.
Result<std::string> ReadTokenKey(const std::string& home_path);

}  // namespace paisql::rest
