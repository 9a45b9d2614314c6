#pragma once

// What the answers about workflows share: the home's book of runs, and the processes that this
// server has started. Safe from any thread.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "console/workflows/flow_start.h"
#include "store/flows.h"

namespace paisql::console {

// Books of one home for the threads that answer: each belongs to one thread at a time.
class FlowBooks {
 public:
  explicit FlowBooks(std::string home) : home_(std::move(home)) {}

  struct GiveBack {
    FlowBooks* owner = nullptr;
    void operator()(store::FlowBook* book) const { owner->Take(book); }
  };
  // Returns the book when it ends. The lender lives longer.
  using Loan = std::unique_ptr<store::FlowBook, GiveBack>;
  Result<Loan> Borrow();

 private:
  void Take(store::FlowBook* book);

  const std::string home_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<store::FlowBook>> idle_;
};

struct WorkflowState {
  WorkflowState(const std::string& home, std::string program)
      : books(home), starter(std::move(program)) {}

  FlowBooks books;
  FlowStarter starter;
  std::mutex added_mutex;  // held while the file of added folders changes (known_flows.h)
};

}  // namespace paisql::console
