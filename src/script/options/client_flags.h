#pragma once

// Flags of other clients that this program does not have, with what to write here instead.

#include <span>
#include <string_view>

namespace paisql::script {

struct ClientFlag {
  std::string_view names;  // separated by '|'
  std::string_view cure;
};

std::span<const ClientFlag> ClientFlags();

// The cure for an unknown flag, given without its value; "" when no client has the flag.
std::string_view CureOfFlag(std::string_view name);

}  // namespace paisql::script
