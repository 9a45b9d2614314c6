#pragma once

// One COPY that reads a queue of rows, on a thread of its own. Private to the engine's appenders.

#include <signal.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "base/system/refusals.h"
#include "engine/duckdb/batches/item_queue.h"
#include "engine/duckdb/run/link.h"

namespace paisql::engine {

template <typename Item>
class FileBeingWritten {
 public:
  FileBeingWritten(std::shared_ptr<Link> link, std::shared_ptr<ItemQueue<Item>> queue,
                   std::string sql)
      : link_(std::move(link)), appending_(link_->database()), queue_(std::move(queue)) {
    thread_ = std::thread([this, text = std::move(sql)] {
      // Signals are the business of the main thread.
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, nullptr);
      status_ = CatchRefusals([&] { return link_->Execute(text); });
      queue_->StopReading();
    });
  }
  ~FileBeingWritten() {
    if (!thread_.joinable()) return;
    queue_->Fail();
    thread_.join();
  }
  FileBeingWritten(const FileBeingWritten&) = delete;
  FileBeingWritten& operator=(const FileBeingWritten&) = delete;

  // The COPY's own error where it has ended already.
  Status Push(Item item) {
    if (queue_->Push(std::move(item))) return Status::Ok();
    PAISQL_TRY(Wait());
    return Error{ErrorCode::kEnvironment, "the engine has read only a part of the rows", {}, ""};
  }

  Status Finish() {
    queue_->End();
    return Wait();
  }

 private:
  Status Wait() {
    thread_.join();
    return status_;
  }

  std::shared_ptr<Link> link_;
  const Database::Appending appending_;
  std::shared_ptr<ItemQueue<Item>> queue_;
  Status status_;  // written by the thread, read after it has been joined
  std::thread thread_;
};

}  // namespace paisql::engine
