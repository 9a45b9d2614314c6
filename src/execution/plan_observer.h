#pragma once

// EXPLAIN ANALYZE observes how plans have run.

#include <string>

#include "engine/bindings.h"
#include "engine/report.h"
#include "plan/relation.h"

namespace paisql::execution {

// A plan of a statement, and what people call it: "Insert into p.t", "" for a query.
struct TitledPlan {
  std::string title;
  const plan::Relation* root = nullptr;
};

// Is told how each plan of a statement has run, in the order of their running.
class PlanObserver {
 public:
  virtual ~PlanObserver() = default;
  virtual void Ran(const TitledPlan& plan, const engine::Bindings& bindings,
                   const engine::ExecutionReport& report) = 0;
  // A script of the plan has run, before the plan itself. The report is that of the script's input,
  // with what the script gave.
  virtual void RanScript(const plan::Transform& transform,
                         const engine::ExecutionReport& report) = 0;
};

}  // namespace paisql::execution
