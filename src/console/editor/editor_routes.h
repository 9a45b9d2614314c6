#pragma once

// The rows of the editor's requests, by what they are about. Private to this folder.

#include <span>

#include "console/route.h"

namespace paisql::console {

std::span<const Route> TabRoutes();
std::span<const Route> TextRoutes();
std::span<const Route> RunRoutes();
std::span<const Route> RowRoutes();

}  // namespace paisql::console
