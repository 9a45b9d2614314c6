#pragma once

// The state that the pages of tables and models keep between questions. Safe from any thread.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "console/lineage/lineage_index.h"
#include "store/catalog/table_book.h"

namespace paisql::console {

// Books of one home for the threads that answer: each answer borrows one.
class TableBooks {
 public:
  explicit TableBooks(std::string home_path) : home_path_(std::move(home_path)) {}

  struct GiveBack {
    TableBooks* owner = nullptr;
    void operator()(store::TableBook* book) const { owner->Take(book); }
  };
  using Loan = std::unique_ptr<store::TableBook, GiveBack>;
  Result<Loan> Borrow();

 private:
  void Take(store::TableBook* book);

  const std::string home_path_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<store::TableBook>> idle_;
};

// The instances that have answered questions about rows that have not changed since.
class AnsweredBefore {
 public:
  // The instance of the question; "" for one that nobody has answered.
  std::string Find(const std::string& question) const;
  void Note(const std::string& question, const std::string& instance);

 private:
  static constexpr size_t kMost = 2000;
  mutable std::mutex mutex_;
  std::map<std::string, std::string> answers_;
};

struct TablesState {
  explicit TablesState(std::string home_path) : books(std::move(home_path)) {}

  TableBooks books;
  LineageIndex lineage;
  AnsweredBefore answered;
};

std::shared_ptr<TablesState> MakeTablesState(const rest::Service& service);

}  // namespace paisql::console
