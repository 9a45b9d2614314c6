#include "plan/lineage.h"

#include <unordered_map>
#include <utility>

#include "plan/shown_name.h"
#include "plan/traverse.h"

namespace paisql::plan {

namespace {

using Origins = std::set<ColumnOrigin>;

// The origin of a column of the plan.
struct Made {
  Origins from;
  bool copied = false;
};

void Unite(const Origins& more, Origins& origins) { origins.insert(more.begin(), more.end()); }

// Fills a table of columns from the bottom of the plan to its top.
class Tracer {
 public:
  void Trace(const Relation& relation) {
    if (relation.kind == RelationKind::kWith) return TraceWith(As<With>(relation));
    const auto* set =
        relation.kind == RelationKind::kSetOperation ? &As<SetOperation>(relation) : nullptr;
    if (set != nullptr && set->recursion.has_value()) return TraceRecursion(*set);
    for (const Relation* input : Inputs(relation)) Trace(*input);
    for (const Expression* expression : Expressions(relation)) TraceSubqueries(*expression);
    TraceOutput(relation);
  }

  Lineage Take(const Relation& root) && {
    Lineage lineage;
    for (const OutputColumn& column : root.output) {
      Made made = columns_[column.id];
      lineage.columns.push_back({column.name, std::move(made.from), made.copied});
    }
    for (const Scan* scan : CollectScans(root)) {
      TableRead& read = lineage.tables.emplace_back();
      read.table = ShownName(scan->table);
      for (const TableColumn& column : scan->table.partition_columns) {
        read.partition_columns.push_back(column.name);
      }
      read.partition = scan->partition_equals;
    }
    lineage.rows = std::move(rows_);
    return lineage;
  }

 private:
  void TraceWith(const With& with) {
    for (size_t i = 0; i < with.definitions.size(); ++i) {
      Trace(*with.definitions[i]);
    }
    Trace(*with.body);
    CopyOutput(*with.body, with);
  }

  // The second input reads what both give. What a column comes from grows until nothing is new:
  // each turn adds a column of a table, or is the last one.
  void TraceRecursion(const SetOperation& set) {
    Trace(*set.inputs.front());
    TraceOutput(set);
    while (true) {
      for (size_t i = 1; i < set.inputs.size(); ++i) Trace(*set.inputs[i]);
      const size_t before = CountOrigins(set);
      TraceOutput(set);
      if (CountOrigins(set) == before) return;
    }
  }

  size_t CountOrigins(const Relation& relation) {
    size_t count = 0;
    for (const OutputColumn& column : relation.output) count += columns_[column.id].from.size();
    return count;
  }

  void TraceSubqueries(const Expression& expression) {
    for (const Expression* child : Children(expression)) TraceSubqueries(*child);
    if (const Relation* relation = SubqueryOf(expression)) Trace(*relation);
  }

  void TraceOutput(const Relation& relation) {
    switch (relation.kind) {
      case RelationKind::kScan:
        return TraceScan(As<Scan>(relation));
      case RelationKind::kValues:
        return TraceValues(As<Values>(relation));
      case RelationKind::kProject: {
        const auto& project = As<Project>(relation);
        for (size_t i = 0; i < project.expressions.size(); ++i) {
          columns_[project.output[i].id] = MadeBy(*project.expressions[i]);
        }
        return;
      }
      case RelationKind::kAggregate:
        return TraceAggregate(As<AggregateRelation>(relation));
      case RelationKind::kSetOperation:
        return TraceSet(As<SetOperation>(relation));
      case RelationKind::kUnnest:
        return TraceUnnest(As<Unnest>(relation));
      case RelationKind::kCteScan:
        return TraceCteScan(As<CteScan>(relation));
      case RelationKind::kTransform:
        return TraceTransform(As<Transform>(relation));
      case RelationKind::kDistinct:
        for (const OutputColumn& column : relation.output) {
          Unite(columns_[column.id].from, rows_);
        }
        return;
      case RelationKind::kFilter:
      case RelationKind::kJoin:
      case RelationKind::kSort:
        for (const Expression* expression : Expressions(relation)) {
          Unite(MadeBy(*expression).from, rows_);
        }
        return;
      case RelationKind::kLimit:
      case RelationKind::kWith:
        return;
    }
  }

  void TraceScan(const Scan& scan) {
    for (size_t i = 0; i < scan.columns.size(); ++i) {
      const Scan::Source& source = scan.columns[i];
      const bool data = source.kind == Scan::Source::kData;
      if (!data && source.kind != Scan::Source::kPartition) continue;
      const TableColumn& column =
          (data ? scan.table.columns : scan.table.partition_columns)[source.index];
      columns_[scan.output[i].id] = {{{ShownName(scan.table), column.name}}, true};
    }
    for (const Expression* expression : Expressions(scan)) {
      Unite(MadeBy(*expression).from, rows_);
    }
  }

  void TraceValues(const Values& values) {
    for (size_t i = 0; i < values.output.size(); ++i) {
      Made& made = columns_[values.output[i].id];
      for (const std::vector<ExpressionPtr>& row : values.rows) {
        Unite(MadeBy(*row[i]).from, made.from);
      }
    }
  }

  void TraceAggregate(const AggregateRelation& relation) {
    const size_t keys = relation.keys.size();
    Origins of_keys;
    for (size_t i = 0; i < keys; ++i) {
      columns_[relation.output[i].id] = MadeBy(*relation.keys[i]);
      Unite(columns_[relation.output[i].id].from, of_keys);
    }
    for (size_t i = 0; i < relation.aggregates.size(); ++i) {
      columns_[relation.output[keys + i].id] = MadeBy(*relation.aggregates[i]);
    }
    Unite(of_keys, rows_);
  }

  void TraceSet(const SetOperation& set) {
    for (size_t i = 0; i < set.output.size(); ++i) {
      Made made{{}, true};
      for (const RelationPtr& input : set.inputs) {
        const Made& part = columns_[input->output[i].id];
        made.copied = made.copied && part.copied;
        Unite(part.from, made.from);
      }
      made.copied = made.copied && made.from.size() == 1;
      if (!set.all || set.op != SetOperator::kUnion) Unite(made.from, rows_);
      columns_[set.output[i].id] = std::move(made);
    }
  }

  void TraceUnnest(const Unnest& unnest) {
    Made made;
    for (const ExpressionPtr& argument : unnest.arguments) {
      Unite(MadeBy(*argument).from, made.from);
    }
    Unite(made.from, rows_);
    for (size_t i = unnest.input->output.size(); i < unnest.output.size(); ++i) {
      columns_[unnest.output[i].id] = made;
    }
  }

  void TraceCteScan(const CteScan& scan) {
    for (size_t i = 0; i < scan.output.size(); ++i) {
      columns_[scan.output[i].id] = columns_[scan.source[i]];
    }
  }

  void TraceTransform(const Transform& transform) {
    const std::vector<OutputColumn>& input = transform.input->output;
    Made made;
    for (size_t i = transform.carried; i < input.size(); ++i) {
      Unite(columns_[input[i].id].from, made.from);
    }
    Unite(made.from, rows_);
    // What goes around it keeps its ids.
    for (size_t i = transform.carried; i < transform.output.size(); ++i) {
      columns_[transform.output[i].id] = made;
    }
  }

  void CopyOutput(const Relation& from, const Relation& to) {
    for (size_t i = 0; i < to.output.size(); ++i) {
      columns_[to.output[i].id] = columns_[from.output[i].id];
    }
  }

  Made MadeBy(const Expression& expression) {
    if (expression.kind == ExpressionKind::kColumn)
      return columns_[As<ColumnRef>(expression).column];
    // An implicit conversion leaves the value the same to people.
    if (expression.kind == ExpressionKind::kCast && As<Cast>(expression).implicit) {
      return MadeBy(*As<Cast>(expression).operand);
    }
    Made made;
    std::vector<ColumnId> mentioned;
    CollectColumns(expression, mentioned);
    for (const ColumnId column : mentioned) Unite(columns_[column].from, made.from);
    UniteSubqueries(expression, made.from);
    return made;
  }

  // A subquery that is a bare table mentions no column.
  void UniteSubqueries(const Expression& expression, Origins& origins) {
    for (const Expression* child : Children(expression)) UniteSubqueries(*child, origins);
    const Relation* relation = SubqueryOf(expression);
    if (relation == nullptr || expression.kind == ExpressionKind::kExists) return;
    for (const OutputColumn& column : relation->output) Unite(columns_[column.id].from, origins);
  }

  std::unordered_map<ColumnId, Made> columns_;
  Origins rows_;
};

}  // namespace

Lineage LineageOf(const Relation& root) {
  Tracer tracer;
  tracer.Trace(root);
  return std::move(tracer).Take(root);
}

}  // namespace paisql::plan
