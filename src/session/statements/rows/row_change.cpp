// UPDATE, DELETE and MERGE: first the files that hold rows to change are found, then they alone are
// written again, and new rows come beside them.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>

#include "session/data_flow.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/rows/keys.h"
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

// The files in runs that become files of about this size.
constexpr int64_t kBytesTogether = int64_t{16} << 20;

std::vector<std::vector<size_t>> TogetherOf(const std::vector<size_t>& files,
                                            const store::FileListing& listing) {
  std::vector<std::vector<size_t>> runs;
  int64_t bytes = 0;
  for (const size_t file : files) {
    const int64_t more = listing.files.at(file).bytes;
    if (runs.empty() || bytes + more > kBytesTogether) {
      runs.emplace_back();
      bytes = 0;
    }
    runs.back().push_back(file);
    bytes += more;
  }
  return runs;
}

class RowChanger {
 public:
  RowChanger(const syntax::RowChangeStatement& statement, std::vector<names::SessionTable> tables,
             Run& run)
      : statement_(statement), tables_(std::move(tables)), run_(run), state_(run.state) {}

  // An error of which store::IsConflict is true has changed nothing.
  Status Attempt() {
    context_ = state_.MakeContext();
    for (const names::SessionTable& table : tables_) context_.names.AddSessionTable(table);
    if (state_.checking()) {
      PAISQL_ASSIGN(plan_, analysis::AnalyzeRowChange(statement_, {}, context_));
      return Status::Ok();
    }
    Computed source(state_.relations().Hidden("rows of a source"));
    Computed changes(state_.relations().Hidden("changes of rows"));
    PAISQL_ASSIGN(plan_,
                  analysis::AnalyzeRowChange(statement_, {source.id(), changes.id()}, context_));
    execution::Staging staging(state_);
    execution::PlanRun plans(state_, RunOptionsOf(run_));
    store::TableWrite write(state_.catalog());
    PAISQL_TRY(Begin(plans, source, changes));
    store::TableTarget target{plan_.table, store::WriteMode::kReplaceFiles, Levels(), {}};
    Staged staged;
    int64_t rows = 0;
    if (plan_.touched != nullptr) {
      PAISQL_ASSIGN(const TouchedFiles touched, FindTouched(plans));
      rows += touched.rows;
      PAISQL_TRY(Rewrite(plans, touched, target, staged));
      const store::FileListing& listing = *plans.bindings().FilesOf(*plan_.touched_scans.front());
      // A row that another statement has inserted meanwhile may be one that MERGE looks for.
      write.Expect(plan_.inserted != nullptr
                       ? store::RowsRead(plan_.table, listing)
                       : store::FilesRead(plan_.table, listing, target.replaced));
    }
    if (plan_.inserted != nullptr) {
      if (plan_.touched == nullptr) {
        write.Expect(
            store::RowsRead(plan_.table, *plans.bindings().FilesOf(*plan_.inserted_scans.front())));
      }
      PAISQL_ASSIGN(staged.inserted,
                    plans.Write({"", plan_.inserted.get()}, plan_.table, target.partition));
      for (const store::StagedFile& file : staged.inserted) rows += file.rows;
    }
    if (!plan_.table.traits.primary_key.empty()) {
      PAISQL_TRY(KeepKeys(plans, staging, target, staged, write));
    }
    run_.outcome.rows_written = rows;
    std::vector<store::StagedFile> files = std::move(staged.rewritten);
    std::ranges::move(staged.inserted, std::back_inserter(files));
    written_.clear();
    for (const store::StagedFile& file : files) written_.insert(file.partition_values);
    MoveStreams(write.transaction());
    if (!files.empty() || !target.replaced.empty()) write.Put(target, std::move(files));
    return write.Commit();
  }

  // The partitions, {} without, that have got files.
  std::vector<std::vector<std::string>> Written() const {
    return {written_.begin(), written_.end()};
  }

  const analysis::AnalysisContext& context() const { return context_; }
  const analysis::RowChangePlan& plan() const { return plan_; }

 private:
  struct Staged {
    std::vector<store::StagedFile> rewritten;
    std::vector<store::StagedFile> inserted;
  };

  // Rows that the statement computes, as a relation of the session while this lives.
  class Computed {
   public:
    explicit Computed(KeptRelation& relation) : relation_(relation) {}
    ~Computed() { relation_.Forget(); }
    Computed(const Computed&) = delete;
    Computed& operator=(const Computed&) = delete;

    int64_t id() const { return relation_.id(); }

    // The plan has been added.
    Status Fill(const analysis::ComputedRows& rows, execution::PlanRun& plans, State& state) {
      auto staging = std::make_unique<execution::Staging>(state);
      PAISQL_ASSIGN(const std::vector<store::StagedFile> written,
                    plans.Write({"", rows.root.get()}, rows.table, {}, staging.get()));
      store::FileListing listing;
      listing.schema_versions.emplace_back().columns = rows.table.columns;
      for (const store::StagedFile& one : written) {
        store::DataFile& file = listing.files.emplace_back();
        file.path = one.path;
        file.rows = one.rows;
        std::error_code unknown;
        file.bytes = static_cast<int64_t>(std::filesystem::file_size(one.path, unknown));
      }
      relation_.SetFiles(std::move(listing), std::move(staging));
      return Status::Ok();
    }

   private:
    KeptRelation& relation_;
  };

  // Computes what later plans read, and gets ready to read what those rows are compared to.
  Status Begin(execution::PlanRun& plans, Computed& source, Computed& changes) {
    if (plan_.source.root != nullptr) {
      PAISQL_TRY(plans.Add({"", plan_.source.root.get()}));
      PAISQL_TRY(plans.Prepare());
      PAISQL_TRY(source.Fill(plan_.source, plans, state_));
    }
    const bool computes = plan_.changes.root != nullptr;
    const bool inserts_rest = computes && plan_.inserted_scans.empty();
    const plan::Relation* const first = computes ? plan_.changes.root.get() : plan_.touched.get();
    if (first != nullptr) PAISQL_TRY(plans.Add({"", first}));
    if (plan_.inserted != nullptr && !inserts_rest) {
      PAISQL_TRY(plans.Add({"", plan_.inserted.get()}));
    }
    if (plan_.source.root == nullptr) PAISQL_TRY(plans.Prepare());
    if (!computes) return Status::Ok();
    PAISQL_TRY(changes.Fill(plan_.changes, plans, state_));
    PAISQL_TRY(plans.Add({"", plan_.touched.get()}));
    if (plan_.inserted == nullptr || !inserts_rest) return Status::Ok();
    // Places of the source's rows hold in one list of its files: another writer may merge them.
    return plans.Add({"", plan_.inserted.get()}, [&](engine::Bindings& bindings) {
      const plan::Scan* const from = PlacedSource(*plan_.changes.root);
      const plan::Scan* const to = PlacedSource(*plan_.inserted);
      PAISQL_ASSERT(from != nullptr && to != nullptr, "new rows are known by a source's places");
      bindings.SetFiles(*to, store::FileListing(*bindings.FilesOf(*from)));
    });
  }

  // The scan of the source whose rows say where they lie.
  const plan::Scan* PlacedSource(const plan::Relation& root) const {
    for (const plan::Scan* scan : plan::CollectScans(root)) {
      const bool places = std::ranges::any_of(scan->columns, [](const plan::Scan::Source& column) {
        return column.kind == plan::Scan::Source::kRow;
      });
      if (places && std::ranges::find(plan_.touched_scans, scan) == plan_.touched_scans.end()) {
        return scan;
      }
    }
    return nullptr;
  }

  // Streams that the statement reads count as read, also where no row of the table changes.
  void MoveStreams(store::CatalogTransaction& transaction) const {
    std::set<int64_t> moved;
    for (const auto* root : {&plan_.source.root, &plan_.changes.root, &plan_.touched,
                             &plan_.rewritten, &plan_.inserted}) {
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
  Status Rewrite(execution::PlanRun& plans, const TouchedFiles& touched, store::TableTarget& target,
                 Staged& staged) {
    touched_ = touched.files;
    if (touched_.empty()) return Status::Ok();
    const store::FileListing& listing = *plans.bindings().FilesOf(*plan_.touched_scans.front());
    for (const size_t file : touched_) target.replaced.push_back(listing.files.at(file).path);
    PAISQL_ASSIGN(staged.rewritten, WriteTouched(*plan_.rewritten, plans));
    return Status::Ok();
  }

  // A plan over the touched files: not over all at once, so that the files stay small, and a
  // later change of a row writes few others again.
  Result<std::vector<store::StagedFile>> WriteTouched(const plan::Relation& root,
                                                      execution::PlanRun& plans) {
    const store::FileListing listing = *plans.bindings().FilesOf(*plan_.touched_scans.front());
    std::vector<const plan::Scan*> changes = plan::CollectScans(root);
    std::erase_if(changes, [&](const plan::Scan* scan) {
      return plan_.changes.root == nullptr || scan->table.id != plan_.changes.table.id;
    });
    const auto read = [&](const std::vector<size_t>& files) {
      return [&](engine::Bindings& bindings) {
        // The changes of these files alone: few rows are looked up faster than all.
        for (const plan::Scan* scan : changes) {
          bindings.KeepRange(
              *scan, {0, static_cast<int64_t>(files.front()), static_cast<int64_t>(files.back())});
        }
        for (const plan::Scan* scan : plan_.rewritten_scans) {
          bindings.SetFiles(*scan, listing);
          bindings.KeepFiles(*scan, files);
        }
      };
    };
    PAISQL_TRY(plans.Add({"", &root}, read(touched_)));
    std::vector<store::StagedFile> written;
    for (const std::vector<size_t>& files : TogetherOf(touched_, listing)) {
      plans.Bind(read(files));
      PAISQL_ASSIGN(std::vector<store::StagedFile> some,
                    plans.Write({"", &root}, plan_.table, Levels()));
      std::ranges::move(some, std::back_inserter(written));
    }
    return written;
  }

  // A row that MERGE inserts takes the place of one with its key that it does not touch. One that
  // it updates stays: the platform loses the inserted one then.
  Status KeepKeys(execution::PlanRun& plans, execution::Staging& staging,
                  store::TableTarget& target, Staged& staged, store::TableWrite& write) {
    const auto add = [](const std::vector<store::StagedFile>& more,
                        std::vector<store::StagedFile>& files) {
      files.insert(files.end(), more.begin(), more.end());
    };
    KeyKeeper keeper(state_, plan_.table, staging, write);
    std::vector<store::StagedFile> fresh = staged.inserted;
    if (plan_.changes_key) add(staged.rewritten, fresh);
    if (fresh.empty()) return Status::Ok();
    PAISQL_TRY(keeper.ListBeside(fresh, target.replaced));
    if (!plan_.changes_key) keeper.CountAsListed(staged.rewritten);
    PAISQL_ASSIGN(const bool meets, keeper.Meets(fresh));
    if (!meets) return Status::Ok();

    std::vector<store::StagedFile> beside;
    fresh = staged.inserted;
    if (!touched_.empty()) {
      PAISQL_ASSIGN(beside, WriteTouched(*plan_.unchanged, plans));
      PAISQL_ASSIGN(const std::vector<store::StagedFile> changed,
                    WriteTouched(*plan_.changed, plans));
      add(changed, fresh);
    }
    PAISQL_TRY(keeper.ListBeside(fresh, target.replaced));
    keeper.CountAsListed(beside);
    PAISQL_TRY(keeper.KeepLatest(fresh));
    std::vector<std::string> gone;
    std::vector<store::StagedFile> kept;
    PAISQL_TRY(keeper.TakeOut(fresh, gone, kept));
    for (const std::string& path : gone) {
      const bool listed = std::erase_if(beside, [&](const store::StagedFile& one) {
                            return one.path == path;
                          }) == 0;
      if (listed) target.replaced.push_back(path);
    }
    staged.rewritten = std::move(beside);
    add(kept, staged.rewritten);
    staged.inserted = std::move(fresh);
    return Status::Ok();
  }

  const syntax::RowChangeStatement& statement_;
  const std::vector<names::SessionTable> tables_;
  Run& run_;
  State& state_;
  analysis::AnalysisContext context_;
  analysis::RowChangePlan plan_;
  std::vector<size_t> touched_;  // files, by their positions in the listing
  std::set<std::vector<std::string>> written_;
};

// The flow of the rows that the statement writes.
DataFlow FlowOfChange(const syntax::RowChangeStatement& statement, const RowChanger& changer) {
  const analysis::RowChangePlan& plan = changer.plan();
  const plan::Relation& rows = plan.rewritten != nullptr ? *plan.rewritten : *plan.inserted;
  DataFlow flow = FlowOf(Verb(statement.change), rows, changer.context());
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
  return ChangeRows(statement, {}, run);
}

Status ChangeRows(const syntax::RowChangeStatement& statement,
                  std::vector<names::SessionTable> tables, Run& run) {
  if (!run.state.home().writable() && !run.state.checking()) {
    return Error{ErrorCode::kEnvironment,
                 "the home " + run.state.home().path() + " is read-only",
                 {},
                 "give write permission to it, or choose another home with --home"};
  }
  RowChanger changer(statement, std::move(tables), run);
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
