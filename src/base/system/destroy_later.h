#pragma once

// Destroying a tree of millions of nodes takes a second, and whoever has pressed Ctrl-C waits for
// nothing of it. The value must be no part of anything else, and what it refers to is not looked at
// any more.

#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace paisql {

// In a thread of its own, or here when the system starts none. The program may end meanwhile.
template <typename T>
void DestroyLater(std::unique_ptr<T> value) {
  if (value == nullptr) return;
  const auto held = std::make_shared<std::unique_ptr<T>>(std::move(value));
  try {
    std::thread([held]() mutable { held->reset(); }).detach();
  } catch (const std::system_error&) {
    held->reset();
  }
}

}  // namespace paisql
