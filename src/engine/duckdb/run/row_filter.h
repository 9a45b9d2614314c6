#pragma once

// The row filter that asks the database of the engine on one machine.

#include <memory>
#include <string>
#include <vector>

#include "engine/duckdb/run/link.h"
#include "engine/row_filter.h"

namespace paisql::engine {

class DuckdbRowFilter : public RowFilter {
 public:
  explicit DuckdbRowFilter(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  Result<std::vector<bool>> FilterRows(const plan::Expression& predicate, const Bindings& bindings,
                                       const std::vector<plan::OutputColumn>& columns,
                                       const std::vector<std::vector<std::string>>& rows,
                                       const ExecutionSettings& settings) override;
  void Interrupt() override { link_->Interrupt(); }

 private:
  std::shared_ptr<Link> link_;
};

}  // namespace paisql::engine
