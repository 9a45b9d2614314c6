#pragma once

// What our functions within DuckDB know of the statement that calls them.

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "inference/model_cache.h"

namespace paisql::engine {

struct NativeState {
  // While this lives, until its End, calls on this thread are DuckDB's planning: it computes
  // constants, and keeps each as a tree of values that is many times larger than the constant.
  class Planning {
   public:
    explicit Planning(NativeState& state) : state_(state) {
      state_.planner = std::this_thread::get_id();
      state_.refused_constant = false;
      const std::lock_guard lock(state_.mutex);
      state_.constants.clear();
    }
    ~Planning() { End(); }
    Planning(const Planning&) = delete;
    Planning& operator=(const Planning&) = delete;
    void End() const { state_.planner = std::thread::id(); }

   private:
    NativeState& state_;
  };

  // Whether the process has grown since the statement's start by more than a statement may take.
  // What DuckDB counts itself is less than that: it does not count texts and arrays that functions
  // are making.
  bool Overgrown() const;

  bool planning() const { return planner.load() == std::this_thread::get_id(); }
  void RefuseConstant() { refused_constant = true; }

  // Most of DuckDB's steps leave a constant alone that cannot be computed; some fail, such as that
  // which simplifies CASE.
  std::atomic<bool> refused_constant{false};

  // The statement, with all that runs beside it for it, is to end.
  std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
  std::atomic<std::thread::id> planner{};
  std::atomic<int64_t> memory_bytes{0};       // what the engine may take; 0: its default
  std::atomic<int64_t> resident_at_start{0};  // of the statement
  std::string python;                         // whose TensorFlow computes models; set at the start
  inference::ModelCache models;
  std::mutex mutex;  // guards constants
  // Sizes that came from constants: a batch of rows shares one such value.
  std::set<std::pair<int64_t, int64_t>> constants;
};

}  // namespace paisql::engine
