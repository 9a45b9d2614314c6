#include "analysis/keys.h"

#include <algorithm>

#include "analysis/expression/expressions.h"
#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/aggregates.h"
#include "base/assert.h"

namespace paisql::analysis {
namespace {

class KeyPlanner {
 public:
  KeyPlanner(State& state, const store::Table& table) : state_(state), table_(table) {}

  Result<KeyPlans> Plan() {
    plans_.repeated = Repeated();
    PAISQL_ASSIGN(plans_.latest, Latest());
    PAISQL_ASSIGN(plans_.touched, Touched());
    PAISQL_ASSIGN(plans_.others, Others());
    for (const auto* root : {&plans_.repeated, &plans_.latest, &plans_.touched, &plans_.others}) {
      AssertResolved(**root);
    }
    return std::move(plans_);
  }

 private:
  // Files of the table. Their rows always say in which one they lie: by that, and not by the names
  // of folders, the reader knows the partition of a file that is staged.
  struct Rows {
    std::unique_ptr<plan::Scan> scan;
    std::vector<plan::OutputColumn> key;  // of the key, then of the partition
    size_t written = 0;                   // so many of its first columns are those of a write

    const plan::OutputColumn& file() const { return scan->output[scan->output.size() - 2]; }
    const plan::OutputColumn& row() const { return scan->output.back(); }
  };

  bool IsKey(const store::Column& column) const {
    return std::ranges::find(table_.traits.primary_key, column.id) !=
           table_.traits.primary_key.end();
  }

  // `whole`: with all columns, else with those of the key.
  Rows Read(bool whole, std::vector<const plan::Scan*>& scans) {
    Rows rows{std::make_unique<plan::Scan>(), {}, 0};
    plan::Scan& scan = *rows.scan;
    scan.table = {table_.id, table_.project, table_.name, table_.schema_version, {}, {}};
    const auto add = [&](plan::Scan::Source source, const std::string& name, DataType type) {
      scan.columns.push_back(source);
      scan.output.push_back(state_.Column(name, std::move(type)));
    };
    for (size_t i = 0; i < table_.columns.size(); ++i) {
      const store::Column& column = table_.columns[i];
      scan.table.columns.push_back({column.id, column.name, column.type});
      if (!whole && !IsKey(column)) continue;
      add({plan::Scan::Source::kData, i}, column.name, column.type);
      if (IsKey(column)) rows.key.push_back(scan.output.back());
    }
    for (size_t i = 0; i < table_.partition_columns.size(); ++i) {
      const store::Column& column = table_.partition_columns[i];
      scan.table.partition_columns.push_back({column.id, column.name, column.type});
      add({plan::Scan::Source::kPartition, i}, column.name, TypeId::kString);
      rows.key.push_back(scan.output.back());
    }
    rows.written = scan.output.size();
    add({plan::Scan::Source::kFile, 0}, "file", TypeId::kBigint);
    add({plan::Scan::Source::kRow, 0}, "row", TypeId::kBigint);
    scan.partition_equals.resize(table_.partition_columns.size());
    scans.push_back(&scan);
    return rows;
  }

  plan::RelationPtr Repeated() {
    Rows rows = Read(false, plans_.fresh_scans);
    auto keys = std::make_unique<plan::AggregateRelation>();
    for (const plan::OutputColumn& column : rows.key) AddKey(state_, column, *keys);
    AddAggregate(state_, "count", nullptr, *keys);
    keys->input = std::move(rows.scan);
    auto counts = std::make_unique<plan::AggregateRelation>();
    AddAggregate(state_, "max", &keys->output.back(), *counts);
    counts->input = std::move(keys);
    return counts;
  }

  // The first columns of the input, those of a write.
  plan::RelationPtr Written(plan::RelationPtr input, size_t count) {
    auto project = std::make_unique<plan::Project>();
    for (size_t i = 0; i < count; ++i) {
      const plan::OutputColumn& column = input->output[i];
      project->expressions.push_back(MakeColumn(column, {}));
      project->output.push_back(state_.Column(column.name, column.type));
    }
    project->input = std::move(input);
    return project;
  }

  Result<plan::RelationPtr> Latest() {
    Rows rows = Read(true, plans_.fresh_scans);
    const functions::Function* number = functions::FindFunction("row_number");
    PAISQL_ASSERT(number != nullptr, "a function of every engine is missing");
    std::vector<plan::ExpressionPtr> none;
    PAISQL_ASSIGN(const functions::Resolution resolved, ResolveCall(state_, *number, none, {}));
    auto place = std::make_unique<plan::Window>(number, resolved.overload, resolved.result);
    for (const plan::OutputColumn& column : rows.key) {
      place->partition_by.push_back(MakeColumn(column, {}));
    }
    for (const plan::OutputColumn& column : {rows.file(), rows.row()}) {
      place->order_by.push_back({MakeColumn(column, {}), true, false});
    }
    auto numbered = std::make_unique<plan::Project>();
    for (size_t i = 0; i < rows.written; ++i) {
      const plan::OutputColumn& column = rows.scan->output[i];
      numbered->expressions.push_back(MakeColumn(column, {}));
      numbered->output.push_back(state_.Column(column.name, column.type));
    }
    numbered->output.push_back(state_.Column("number", place->type));
    numbered->expressions.push_back(std::move(place));
    numbered->input = std::move(rows.scan);
    PAISQL_ASSIGN(plan::ExpressionPtr last,
                  MakeComparison(state_, "=", MakeColumn(numbered->output.back(), {}),
                                 MakeConstant(Value::Bigint(1), {}), {}));
    return Written(FilterBy(std::move(numbered), std::move(last)), rows.written);
  }

  // The listed rows with a fresh row of their key, or without one.
  Result<plan::RelationPtr> Beside(plan::JoinType type, Rows& listed) {
    Rows fresh = Read(false, plans_.fresh_scans);
    std::vector<plan::ExpressionPtr> terms;
    for (size_t i = 0; i < listed.key.size(); ++i) {
      PAISQL_ASSIGN(plan::ExpressionPtr term,
                    MakeComparison(state_, "=", MakeColumn(listed.key[i], {}),
                                   MakeColumn(fresh.key[i], {}), {}));
      terms.push_back(std::move(term));
    }
    auto join = std::make_unique<plan::Join>();
    join->type = type;
    join->output = listed.scan->output;
    PAISQL_ASSIGN(join->condition, MakeConjunction(state_, std::move(terms)));
    join->left = std::move(listed.scan);
    join->right = std::move(fresh.scan);
    return plan::RelationPtr(std::move(join));
  }

  Result<plan::RelationPtr> Touched() {
    Rows listed = Read(false, plans_.listed_scans);
    const plan::OutputColumn file = listed.file();
    auto files = std::make_unique<plan::AggregateRelation>();
    AddKey(state_, file, *files);
    AddAggregate(state_, "count", nullptr, *files);
    PAISQL_ASSIGN(files->input, Beside(plan::JoinType::kSemi, listed));
    return plan::RelationPtr(std::move(files));
  }

  Result<plan::RelationPtr> Others() {
    Rows listed = Read(true, plans_.listed_scans);
    const size_t written = listed.written;
    PAISQL_ASSIGN(plan::RelationPtr kept, Beside(plan::JoinType::kAnti, listed));
    return Written(std::move(kept), written);
  }

  State& state_;
  const store::Table& table_;
  KeyPlans plans_;
};

}  // namespace

Result<KeyPlans> PlanKeys(const store::Table& table, AnalysisContext& context) {
  PAISQL_TRY(CheckRowsHavePlaces(table, {}));
  State state(context);
  return KeyPlanner(state, table).Plan();
}

}  // namespace paisql::analysis
