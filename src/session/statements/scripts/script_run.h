#pragma once

// One run of a script. Its steps run in their order: variables become queries, rows or values, a
// condition chooses its branch, and what INSERT writes is staged. DDL and changes of rows happen in
// a draft of the catalog (store/draft.h). At the end all of it happens in one transaction, so a
// script that fails has changed nothing. All plans read one state of the tables, that before the
// script and its DDL. Private to this folder.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyzer.h"
#include "execution/plan_run.h"
#include "execution/staging.h"
#include "session/state.h"
#include "store/draft.h"
#include "store/table_write.h"
#include "syntax/script.h"
#include "syntax/statements/rows.h"

namespace paisql::session {

// Whether the byte of the text lies in the range.
inline bool Holds(const SourceRange& range, size_t at) {
  return at >= range.begin && at < range.end;
}

class ScriptRun {
 public:
  ScriptRun(std::shared_ptr<const syntax::Script> script, Run& run);
  ~ScriptRun();
  ScriptRun(const ScriptRun&) = delete;
  ScriptRun& operator=(const ScriptRun&) = delete;

  Status Execute();

 private:
  struct Declared {
    std::optional<DataType> type;
    std::vector<store::Column> columns;
  };
  // What a variable is, and where it was set.
  struct Shape {
    bool rows = false;
    std::vector<std::pair<std::string, DataType>> columns;
    SourceRange range;
  };
  struct Written {
    int64_t table_id = 0;
    size_t begin = 0;      // of the statement
    bool changed = false;  // rows that were there, by UPDATE, DELETE or MERGE
  };

  // What INSERTs bring into a table with a PRIMARY KEY: a later statement adds to the rows of an
  // earlier one, or overwrites them.
  struct Waiting {
    // Rows and their partitions, {} for a table without, in the order of the statements.
    struct Part {
      bool written = false;
      std::set<std::vector<std::string>> partitions;
      std::vector<store::StagedFile> files;
    };

    store::Table table;
    Part overwritten;  // with all partitions that INSERT OVERWRITE replaces
    Part appended;     // with the partitions that INSERT INTO names, none of them overwritten

    void Add(const store::TableTarget& target, std::vector<store::StagedFile> more);
  };

  // Nothing runs.
  bool checking() const { return state_.checking() || script_->explains; }

  // script_explain.cpp
  // Notes the plan, which is taken. Without one the line stands alone.
  void Explain(std::string line) { explained_.push_back({std::move(line), nullptr}); }
  void Explain(std::string title, analysis::QueryPlan& plan);
  void Explain(const syntax::Statement& statement);
  // "If, line 3"
  static std::string LineOf(std::string_view what, const SourceRange& range);
  Status ShowExplained();

  // script_check.cpp
  // Runs the step. A check goes on after an error, so that it tells all errors of the script but
  // those that come from earlier ones.
  Status Attempt(const syntax::Step& step);
  bool ReadsUnknown(const syntax::Step& step) const;
  // Whether one of the variables stands there.
  bool Mentions(const SourceRange& range, const std::set<std::string>& variables) const;
  // `given`: no value was computed for it, where nothing is.
  void NoteAssumed(const syntax::AssignStep& step, bool given);
  void NoteUnknown(const syntax::Step& step);
  // Both branches, which give variables the same columns.
  Status CheckBranches(const syntax::IfStep& step);
  Status TakeErrors();

  // script_run.cpp
  Status RunSteps(const std::vector<syntax::StepPtr>& steps);
  Status RunStep(const syntax::Step& step);
  Status RunIf(const syntax::IfStep& step);
  Status RunLoop(const syntax::LoopStep& step);
  execution::PlanRun& Plans();
  void ForgetPlans();

  // variables.cpp
  Status Assign(const syntax::AssignStep& step);
  Status AssignRows(const syntax::AssignStep& step, const Declared& declared);
  Status AssignValue(const syntax::AssignStep& step, const std::optional<DataType>& type);
  void NoteShape(const syntax::Identifier& variable, bool rows, const plan::Relation& root);
  Result<Declared> Declare(const syntax::AssignStep& step);
  // How often the variable is read after its step, as far as the text tells: 0, 1 or more.
  size_t ReadersOf(const syntax::AssignStep& step) const;
  Status Compute(const syntax::AssignStep& step, analysis::QueryPlan plan);
  // The only value of a plan with one column.
  Result<analysis::Variable> ValueOf(analysis::QueryPlan plan, const SourceRange& range);
  Status KeepRows(analysis::QueryPlan plan, analysis::Variable& variable);
  void Set(const std::string& name, analysis::Variable variable);
  // Of the plan that runs next.
  Result<const plan::Relation*> Take(analysis::QueryPlan plan);

  // script_writes.cpp
  Status RunStatement(const syntax::Statement& statement);
  Status Select(const syntax::SelectStatement& statement);
  Status Insert(const syntax::InsertStatement& statement);
  Status MultiInsert(const syntax::MultiInsertStatement& statement);
  Status MakeTable(const syntax::CreateTableStatement& statement);
  Status Define(const syntax::Statement& statement);
  // DESC @v, DROP TABLE VARIABLES
  Status TellVariables(const syntax::Statement& statement);
  // By the statement's own handler.
  Status Handle(const syntax::Statement& statement);
  Status Change(const syntax::RowChangeStatement& statement);
  // Makes the change that the statement is when the script commits.
  Status HandleLater(const syntax::Statement& statement, int64_t table_id, size_t begin);
  Status BeginDraft();
  Status Stage(std::vector<analysis::WritePlan> plans, const analysis::AnalysisContext& context,
               const SourceRange& range);
  // Keeps files of a table with a PRIMARY KEY, where they are written into rows that are there,
  // until no query runs any more.
  Status Wait(const store::TableTarget& target, std::vector<store::StagedFile> files,
              const SourceRange& range);
  Status PutWaiting();
  Status PutPart(const store::Table& table, store::WriteMode mode, Waiting::Part& part);
  // That the plan reads no table which an earlier statement writes.
  Status CheckReads(const plan::Relation& root) const;
  Status CheckUnwritten(const store::Table& table, const SourceRange& range) const;
  Status Finish();
  Status Commit();

  Run& run_;
  State& state_;
  const std::shared_ptr<const syntax::Script> script_;
  const bool serial_;
  const bool keeps_;                                    // variables for later statements
  std::shared_ptr<const analysis::Variables> outside_;  // what there was before
  std::map<std::string, Declared> declared_;
  std::map<std::string, Shape> shapes_;
  std::set<std::string> unknown_;          // variables whose values have errors
  std::set<std::string> assumed_;          // whose values only a run can tell
  bool assumes_ = false;                   // the last value was one of those
  std::vector<Error> errors_;              // of a check
  bool stopped_ = false;                   // a check knows no more
  std::map<std::string, size_t> weights_;  // of queries that stand where they are read
  std::vector<const syntax::LoopStep*> loops_;

  std::deque<analysis::QueryPlan> queries_;
  std::deque<analysis::WritePlan> writes_;
  std::deque<analysis::RowChangePlan> changes_;   // of EXPLAIN
  std::vector<execution::TitledPlan> explained_;  // without a root: a line alone
  std::vector<const plan::Relation*> roots_;      // that have run
  std::vector<KeptRelation*> kept_;
  std::unique_ptr<execution::PlanRun> plans_;  // after what its plans are kept in
  std::vector<Waiting> waiting_;
  execution::Staging keyed_staging_;
  int64_t kept_rows_ = 0;  // that come again because they lie beside those of keys
  store::TableWrite write_;
  SourceRange write_range_;
  std::vector<Written> written_;
  const plan::Relation* shown_ = nullptr;
  bool wants_all_rows_ = false;
  std::unique_ptr<store::CatalogDraft> draft_;
};

}  // namespace paisql::session
