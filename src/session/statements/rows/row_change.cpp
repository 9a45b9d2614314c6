// UPDATE, DELETE and MERGE: first the files that hold rows to change are found, then they alone are
// written again, and new rows come beside them.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>
#include <set>

#include "session/data_flow.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/rows/row_change.h"
#include "session/statements/writes.h"
#include "store/transaction.h"

namespace paisql::session {

namespace {

// How often a statement runs that other writers get in the way of. It waits before each further
// attempt, for a random time that doubles up to a bound, so that two that take turns in losing come
// apart: in all for about 30 s at most.
constexpr int kAttempts = 100;
constexpr int64_t kLongestWaitMs = 600;

struct TouchedFiles {
  std::vector<size_t> files;  // by their positions in the listing
  int64_t rows = 0;
};

// Ends early, with kInstanceCancelled, when the statement is told to end.
Status WaitForOthers(int attempt, State& state) {
  std::minstd_rand random{std::random_device{}()};
  const int64_t bound_ms = std::min(kLongestWaitMs, int64_t{1} << std::min(attempt, 20));
  const std::chrono::milliseconds wait(std::uniform_int_distribution<int64_t>(0, bound_ms)(random));
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  (void)ended.wait_for(lock, state.stop_token(), wait, [] { return false; });
  return state.CheckInterrupted();
}

const char* Verb(syntax::RowChange change) {
  switch (change) {
    case syntax::RowChange::kUpdate:
      return "UPDATE";
    case syntax::RowChange::kDelete:
      return "DELETE";
    case syntax::RowChange::kMerge:
      return "MERGE";
  }
  PAISQL_UNREACHABLE("a change of rows without a name");
}

class RowChanger {
 public:
  RowChanger(const syntax::RowChangeStatement& statement, Run& run)
      : statement_(statement), run_(run) {}

  // An error of which store::IsConflict is true has changed nothing.
  Status Attempt() {
    context_ = run_.state.MakeContext();
    PAISQL_ASSIGN(plan_, analysis::AnalyzeRowChange(statement_, context_));
    if (run_.state.checking()) return Status::Ok();
    execution::PlanRun plans(run_.state, RunOptionsOf(run_));
    if (plan_.touched != nullptr) PAISQL_TRY(plans.Add({"", plan_.touched.get()}));
    if (plan_.inserted != nullptr) PAISQL_TRY(plans.Add({"", plan_.inserted.get()}));
    PAISQL_TRY(plans.Prepare());
    const store::Table& table = plan_.table;
    store::TableWrite write(run_.state.catalog());
    store::TableTarget target{table, store::WriteMode::kReplaceFiles, Levels(), {}};
    std::vector<store::StagedFile> staged;
    int64_t rows = 0;
    if (plan_.touched != nullptr) {
      PAISQL_ASSIGN(const TouchedFiles touched, FindTouched(plans));
      rows += touched.rows;
      PAISQL_ASSIGN(staged, Rewrite(plans, touched, target));
      const store::FileListing& listing = *plans.bindings().FilesOf(*plan_.touched_scans.front());
      // A row that another statement has inserted meanwhile may be one that MERGE looks for.
      write.Expect(plan_.inserted != nullptr ? store::RowsRead(table, listing)
                                             : store::FilesRead(table, listing, target.replaced));
    }
    if (plan_.inserted != nullptr) {
      if (plan_.touched == nullptr) {
        write.Expect(
            store::RowsRead(table, *plans.bindings().FilesOf(*plan_.inserted_scans.front())));
      }
      const execution::TitledPlan inserted{"", plan_.inserted.get()};
      PAISQL_ASSIGN(const std::vector<store::StagedFile> files,
                    plans.Write(inserted, table, target.partition));
      for (const store::StagedFile& file : files) {
        rows += file.rows;
        staged.push_back(file);
      }
    }
    run_.outcome.rows_written = rows;
    written_.clear();
    for (const store::StagedFile& file : staged) written_.insert(file.partition_values);
    MoveStreams(write.transaction());
    if (!staged.empty() || !target.replaced.empty()) write.Put(target, std::move(staged));
    return write.Commit();
  }

  // The partitions, {} without, that have got files.
  std::vector<std::vector<std::string>> Written() const {
    return {written_.begin(), written_.end()};
  }

  const analysis::AnalysisContext& context() const { return context_; }
  const analysis::RowChangePlan& plan() const { return plan_; }

 private:
  // Streams that the statement reads count as read, also where no row of the table changes.
  void MoveStreams(store::CatalogTransaction& transaction) const {
    std::set<int64_t> moved;
    for (const auto* root : {&plan_.touched, &plan_.rewritten, &plan_.inserted}) {
      if (*root != nullptr) execution::MoveStreams(**root, transaction, moved);
    }
  }

  store::PartitionLevels Levels() const {
    return store::PartitionLevels(plan_.table.partition_columns.size());
  }

  Result<TouchedFiles> FindTouched(execution::PlanRun& plans) {
    TouchedFiles touched;
    bool twice = false;
    PAISQL_TRY(plans.Stream({"", plan_.touched.get()}, [&](engine::ResultStream& stream) -> Status {
      while (true) {
        PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
        if (!batch) return Status::Ok();
        for (size_t row = 0; row < batch.row_count(); ++row) {
          const auto number = [&](size_t column) {
            return engine::NumberAt<int64_t>(batch.column(column), row);
          };
          touched.files.push_back(static_cast<size_t>(number(0)));
          touched.rows += number(1);
          twice = twice || (statement_.source != nullptr && number(2) > 1);
        }
      }
    }));
    if (twice) {
      return Error{ErrorCode::kSemantic,
                   std::string(Verb(statement_.change)) +
                       ": several rows of the source match one row of " +
                       plan_.table.QualifiedName(),
                   statement_.source->range,
                   "make the source's rows unique by the columns of the condition"};
    }
    std::sort(touched.files.begin(), touched.files.end());
    return touched;
  }

  // All rows of the touched files as they are afterwards; `target` gets the files that go.
  Result<std::vector<store::StagedFile>> Rewrite(execution::PlanRun& plans,
                                                 const TouchedFiles& touched,
                                                 store::TableTarget& target) {
    if (touched.files.empty()) return std::vector<store::StagedFile>();
    store::FileListing listing = *plans.bindings().FilesOf(*plan_.touched_scans.front());
    std::vector<store::DataFile> files;
    for (const size_t file : touched.files) {
      files.push_back(listing.files.at(file));
      target.replaced.push_back(files.back().path);
    }
    listing.files = std::move(files);
    const execution::TitledPlan rewritten{"", plan_.rewritten.get()};
    PAISQL_TRY(plans.Add(rewritten));
    for (const plan::Scan* scan : plan_.rewritten_scans) plans.Narrow(*scan, listing);
    return plans.Write(rewritten, plan_.table, target.partition);
  }

  const syntax::RowChangeStatement& statement_;
  Run& run_;
  analysis::AnalysisContext context_;
  analysis::RowChangePlan plan_;
  std::set<std::vector<std::string>> written_;
};

// The flow of the rows that the statement writes.
DataFlow FlowOfChange(const syntax::RowChangeStatement& statement, const RowChanger& changer) {
  const analysis::RowChangePlan& plan = changer.plan();
  const plan::Relation& rows = plan.rewritten != nullptr ? *plan.rewritten : *plan.inserted;
  DataFlow flow = FlowOf(Verb(statement.change), rows, changer.context().views);
  flow.writes.push_back({plan.table.QualifiedName(), ""});
  return flow;
}

}  // namespace

Status RunAgainstOthers(State& state, const std::function<Status()>& attempt) {
  int attempts = 0;
  return store::RetryOnConflict(
      [&]() -> Status {
        if (attempts++ > 0) PAISQL_TRY(WaitForOthers(attempts, state));
        return attempt();
      },
      kAttempts);
}

Status RunRowChange(const syntax::RowChangeStatement& statement, Run& run) {
  if (!run.state.home().writable() && !run.state.checking()) {
    return Error{ErrorCode::kEnvironment,
                 "the home " + run.state.home().path() + " is read-only",
                 {},
                 "give write permission to it, or choose another home with --home"};
  }
  RowChanger changer(statement, run);
  PAISQL_TRY_AT(statement.table.range,
                RunAgainstOthers(run.state, [&] { return changer.Attempt(); }));
  ShowWarnings(changer.context(), run.out);
  if (TellsFlow(run)) run.out.Flow(FlowOfChange(statement, changer));
  if (run.state.checking()) {
    run.state.unknowns().NoteRows();
  } else {
    run.state.SweepReplaced();
  }
  run.out.Done();
  if (!run.state.checking()) MergeAfterWrite(changer.plan().table, changer.Written(), run.state);
  return Status::Ok();
}

}  // namespace paisql::session
