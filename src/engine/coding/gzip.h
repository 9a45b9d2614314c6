#pragma once

// Bytes compressed as a file of gzip.

#include <optional>
#include <string>
#include <string_view>

namespace paisql::engine {

std::string Gzip(std::string_view bytes);

// nullopt for what gzip has not made, and for more than `limit` bytes.
std::optional<std::string> Gunzip(std::string_view bytes, size_t limit);

}  // namespace paisql::engine
