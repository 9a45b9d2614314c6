#pragma once

// Computes the digest that identifies a file's bytes. Private to pai.

#include <string>

#include "base/result.h"

namespace paisql::pai {

// 32 hexadecimal digits in lower case; kFileOperation where it cannot be read. Bounded memory.
Result<std::string> Md5OfFile(const std::string& path);

}  // namespace paisql::pai
