#pragma once

// How an iterator over rows of tables hears that what it works for is cancelled.
//
// Of an iterator, as its last member: it is gone before what its function touches, and then the
// function is not called any more. Watch() is called once; the function comes on any thread.

#include <functional>
#include <utility>

#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/framework/dataset.h"

namespace paisql::tensors {

inline tensorflow::Status ReadingCancelled() {
  return tensorflow::errors::Cancelled("reading of a table was cancelled");
}

class Cancellation {
 public:
  Cancellation() = default;
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  ~Cancellation() {
    if (manager_ != nullptr) manager_->DeregisterCallback(token_);
  }

  // ReadingCancelled() where it is cancelled already; `cancel` is not called then.
  tensorflow::Status Watch(tensorflow::data::IteratorContext* context,
                           std::function<void()> cancel) {
    tensorflow::CancellationManager* manager = context->cancellation_manager();
    if (manager == nullptr) return tensorflow::OkStatus();
    token_ = manager->get_cancellation_token();
    if (!manager->RegisterCallback(token_, std::move(cancel))) return ReadingCancelled();
    manager_ = manager;
    return tensorflow::OkStatus();
  }

 private:
  tensorflow::CancellationManager* manager_ = nullptr;
  tensorflow::CancellationToken token_ = 0;
};

}  // namespace paisql::tensors
