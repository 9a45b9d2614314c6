#pragma once

// How the program ends. Its memory goes back to the system at once, so nothing is taken apart piece
// by piece. Under a sanitizer everything is, because it looks for what was left.

#include <unistd.h>

#include <cstdio>

namespace paisql {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__clang__)
inline constexpr bool kEndsAtOnce = false;
#else
inline constexpr bool kEndsAtOnce = true;
#endif

// The last call of main. What has to be kept, told or removed was, before.
inline int EndProcess(int status) {
  if constexpr (!kEndsAtOnce) return status;
  (void)std::fflush(nullptr);
  _exit(status);
}

}  // namespace paisql
