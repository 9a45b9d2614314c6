#pragma once

// The one way to run plans: a snapshot is pinned, the files of their scans are listed and checked,
// scripts run, the engine executes, and errors get the damaged file that they come from. All plans
// of a statement go through one PlanRun and see one snapshot. The plans stay as they are and
// outlive the PlanRun; the snapshot and staged files live as long as it does.

#include <functional>
#include <string_view>
#include <vector>

#include "execution/host.h"
#include "execution/plan_observer.h"
#include "execution/read_pin.h"
#include "execution/staging.h"
#include "execution/transforms.h"

namespace paisql::execution {

struct RunOptions {
  engine::ExecutionSettings settings;
  PlanObserver* observer = nullptr;                 // plans then run with a profile
  std::function<void(std::string_view)> show = {};  // what scripts write to stderr
};

class PlanRun {
 public:
  PlanRun(Host& host, RunOptions options);
  PlanRun(const PlanRun&) = delete;
  PlanRun& operator=(const PlanRun&) = delete;

  // One more plan of the statement. After Prepare it is prepared at once and sees the same
  // snapshot; it is a conflict (store/transaction.h) when other writers have changed a table that
  // it reads since then. Before Prepare this cannot fail. `bind` sees the listed files before they
  // are checked, and may choose among them.
  Status Add(TitledPlan plan, const std::function<void(engine::Bindings&)>& bind = {});
  // The same for plans that were added: they may run several times over other files of theirs.
  void Bind(const std::function<void(engine::Bindings&)>& bind) { bind(bindings_); }
  const std::vector<TitledPlan>& plans() const { return plans_; }
  const engine::Bindings& bindings() const { return bindings_; }

  // Lists the files for EXPLAIN and reads nothing.
  Status List();
  // Everything up to the plans themselves. Called once, and not after List.
  Status Prepare();

  // Hands a plan's rows to `consume`, which reads them to their end. An error of the stream gets
  // its place, one of the consumer's own stays as it is.
  Status Stream(const TitledPlan& plan,
                const std::function<Status(engine::ResultStream&)>& consume);

  // Runs a plan into files for the table; `partition` has nullopt for the levels that the plan's
  // last columns give. The files live until the PlanRun ends or they are committed; those of a
  // `staging` of the caller's as long as that.
  Result<std::vector<store::StagedFile>> Write(const TitledPlan& plan, const store::Table& table,
                                               const store::PartitionLevels& partition,
                                               Staging* staging = nullptr);
  // The same for one file, which is there without rows, too.
  Result<store::StagedFile> WriteOne(const TitledPlan& plan, const store::Table& table);

 private:
  Status List(const std::vector<TitledPlan>& plans);
  Status Prepare(const std::vector<TitledPlan>& plans,
                 const std::function<void(engine::Bindings&)>& bind);
  Result<std::vector<engine::WrittenFile>> Write(const TitledPlan& plan,
                                                 const engine::WriteTarget& target);
  Status NameObjects(const plan::Relation& root);
  Error Failure(const plan::Relation& root, Error error);
  // Tells the observer, if there is one, that the plan has run.
  Status Tell(const TitledPlan& plan, engine::Connection& connection);

  Host& host_;
  std::vector<TitledPlan> plans_;
  engine::ExecutionSettings settings_;
  PlanObserver* observer_;
  bool prepared_ = false;
  engine::Bindings bindings_;
  ReadPin pin_;
  Staging staging_;
  Transforms transforms_;
};

}  // namespace paisql::execution
