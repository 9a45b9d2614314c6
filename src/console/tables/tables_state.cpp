#include "console/tables/tables_state.h"

namespace paisql::console {

Result<TableBooks::Loan> TableBooks::Borrow() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Loan loan(idle_.back().release(), GiveBack{this});
      idle_.pop_back();
      return loan;
    }
  }
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(home_path_));
  PAISQL_ASSIGN(std::unique_ptr<store::TableBook> book, store::TableBook::Open(home));
  return Loan(book.release(), GiveBack{this});
}

void TableBooks::Take(store::TableBook* book) {
  std::unique_ptr<store::TableBook> owned(book);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(owned));
}

std::string AnsweredBefore::Find(const std::string& question) const {
  const std::lock_guard lock(mutex_);
  const auto found = answers_.find(question);
  return found == answers_.end() ? "" : found->second;
}

void AnsweredBefore::Note(const std::string& question, const std::string& instance) {
  const std::lock_guard lock(mutex_);
  if (answers_.size() >= kMost) answers_.clear();
  answers_[question] = instance;
}

std::shared_ptr<TablesState> MakeTablesState(const rest::Service& service) {
  return std::make_shared<TablesState>(service.context->options().home_path);
}

}  // namespace paisql::console
