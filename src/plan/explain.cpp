#include "plan/explain.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/shown_name.h"
#include "plan/traverse.h"
#include "plan/user_function_use.h"

namespace paisql::plan {
namespace {

std::string ColumnText(const OutputColumn& column) {
  return fmt::format("{}#{}", column.name, column.id);
}

std::string TypedColumns(const std::vector<OutputColumn>& columns) {
  std::vector<std::string> parts;
  for (const OutputColumn& column : columns) {
    parts.push_back(ColumnText(column) + " " + column.type.ToString());
  }
  return paisql::Join(parts, ", ");
}

std::string HistoryText(const HistoryRead& history) {
  if (history.kind == HistoryRead::kAt) return fmt::format("as of commit {}", history.to);
  return fmt::format("{} after commit {} up to {}",
                     history.kind == HistoryRead::kAdded ? "added" : "removed", history.from,
                     history.to);
}

std::string ScanText(const Scan& scan, const FactsOfScan& facts_of) {
  std::string text = fmt::format("Scan {} [{}]", ShownName(scan.table), TypedColumns(scan.output));
  if (scan.history) text += ", " + HistoryText(*scan.history);
  if (!scan.table.partitioned()) return text;
  if (scan.partition_predicate) text += ", partitions: " + ToText(*scan.partition_predicate);
  for (const ExpressionPtr& predicate : scan.runtime_predicates) {
    text += ", partitions at run time: " + ToText(*predicate);
  }
  const std::optional<ScanFacts> facts = facts_of ? facts_of(scan) : std::nullopt;
  if (facts) {
    text += fmt::format(", partitions read: {} of {}", facts->partitions_read, facts->partitions);
  }
  return text;
}

std::string ProjectText(const Project& node) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < node.expressions.size(); ++i) {
    parts.push_back(fmt::format("{} {} := {}", ColumnText(node.output[i]),
                                node.output[i].type.ToString(), ToText(*node.expressions[i])));
  }
  return "Project " + paisql::Join(parts, ", ");
}

std::string AggregateRelationText(const AggregateRelation& node) {
  std::vector<std::string> parts;
  size_t position = 0;
  for (const ExpressionPtr& key : node.keys) {
    parts.push_back(fmt::format("{} := {}", ColumnText(node.output[position++]), ToText(*key)));
  }
  std::string text = "Aggregate by [" + paisql::Join(parts, ", ") + "]";
  if (!node.grouping_sets.empty()) {
    std::vector<std::string> sets;
    for (const std::vector<size_t>& set : node.grouping_sets) {
      std::vector<std::string> names;
      for (size_t key : set) names.push_back(ColumnText(node.output[key]));
      sets.push_back("(" + paisql::Join(names, ", ") + ")");
    }
    text += " sets [" + paisql::Join(sets, ", ") + "]";
  }
  parts.clear();
  for (const ExpressionPtr& aggregate : node.aggregates) {
    parts.push_back(fmt::format("{} {} := {}", ColumnText(node.output[position]),
                                node.output[position].type.ToString(), ToText(*aggregate)));
    ++position;
  }
  return text + " [" + paisql::Join(parts, ", ") + "]";
}

std::string JoinText(const Join& node) {
  constexpr std::string_view kNames[] = {"inner", "left", "right", "full", "cross", "semi", "anti"};
  std::string text = fmt::format("Join {}", kNames[static_cast<int>(node.type)]);
  if (node.condition) text += " on " + ToText(*node.condition);
  return text;
}

std::string LimitText(const Limit& node) {
  std::string text = node.sample ? "Sample" : "Limit";
  if (node.count >= 0) text += fmt::format(" {}", node.count);
  if (node.offset > 0) text += fmt::format(" offset {}", node.offset);
  return text;
}

std::string FunctionText(const Transform& node) {
  std::vector<std::string> arguments;
  for (size_t i = node.carried; i < node.input->output.size(); ++i) {
    arguments.push_back(ColumnText(node.input->output[i]));
  }
  return fmt::format("Transform{} by {}({}) [{}]", node.outer ? " outer" : "",
                     node.function->spec->name, paisql::Join(arguments, ", "),
                     TypedColumns(node.output));
}

std::string TransformText(const Transform& node) {
  if (node.function) return FunctionText(node);
  std::vector<std::string> names;
  for (const ScriptResource& resource : node.resources) names.push_back(resource.name);
  std::string text = fmt::format("Transform using [{}]", paisql::Join(node.command, " "));
  if (!names.empty()) text += fmt::format(" resources [{}]", paisql::Join(names, ", "));
  return text + fmt::format(" [{}]", TypedColumns(node.output));
}

std::string OperatorText(const Relation& relation, const FactsOfScan& facts) {
  switch (relation.kind) {
    case RelationKind::kScan:
      return ScanText(As<Scan>(relation), facts);
    case RelationKind::kValues:
      return fmt::format("Values {} rows [{}]", As<Values>(relation).rows.size(),
                         TypedColumns(relation.output));
    case RelationKind::kProject:
      return ProjectText(As<Project>(relation));
    case RelationKind::kFilter:
      return "Filter " + ToText(*As<Filter>(relation).condition);
    case RelationKind::kAggregate:
      return AggregateRelationText(As<AggregateRelation>(relation));
    case RelationKind::kJoin:
      return JoinText(As<Join>(relation));
    case RelationKind::kSetOperation: {
      constexpr std::string_view kNames[] = {"Union", "Intersect", "Except"};
      const auto& node = As<SetOperation>(relation);
      if (node.recursion) {
        return fmt::format("Recursion @{} of {} steps at most [{}]", node.recursion->index,
                           node.recursion->max_steps, TypedColumns(node.output));
      }
      return fmt::format("{}{} [{}]", kNames[static_cast<int>(node.op)],
                         node.all ? " all" : " distinct", TypedColumns(node.output));
    }
    case RelationKind::kDistinct:
      return "Distinct";
    case RelationKind::kSort:
      return "Sort " + KeysText(As<Sort>(relation).keys);
    case RelationKind::kLimit:
      return LimitText(As<Limit>(relation));
    case RelationKind::kUnnest: {
      const auto& node = As<Unnest>(relation);
      return fmt::format("Unnest{} {}({}) [{}]", node.outer ? " outer" : "", node.function->name,
                         TextOfAll(node.arguments), TypedColumns(node.output));
    }
    case RelationKind::kWith:
      return "With";
    case RelationKind::kCteScan: {
      const auto& node = As<CteScan>(relation);
      return fmt::format("CteScan {}@{} [{}]", node.name, node.index, TypedColumns(node.output));
    }
    case RelationKind::kTransform:
      return TransformText(As<Transform>(relation));
  }
  return "";
}

class Writer {
 public:
  explicit Writer(const FactsOfScan& facts) : facts_(facts) {}

  void Write(const Relation& relation, int depth) {
    lines_.push_back({depth, OperatorText(relation, facts_), &relation});
    // A runtime predicate of a scan is a copy of a condition above it.
    const bool scan = relation.kind == RelationKind::kScan;
    for (const Expression* part : scan ? std::vector<const Expression*>() : Expressions(relation)) {
      WriteSubqueries(*part, depth + 1);
    }
    if (relation.kind == RelationKind::kWith) {
      const auto& node = As<With>(relation);
      for (size_t i = 0; i < node.definitions.size(); ++i) {
        lines_.push_back({depth + 1, fmt::format("Definition @{}", node.indexes[i])});
        Write(*node.definitions[i], depth + 2);
      }
      Write(*node.body, depth + 1);
      return;
    }
    for (const Relation* input : Inputs(relation)) Write(*input, depth + 1);
  }

  std::vector<ExplainedLine> Take() { return std::move(lines_); }

 private:
  void WriteSubqueries(const Expression& expression, int depth) {
    if (const Relation* subquery = SubqueryOf(expression)) {
      lines_.push_back({depth, "Subquery"});
      Write(*subquery, depth + 1);
    }
    for (const Expression* child : Children(expression)) WriteSubqueries(*child, depth);
  }

  const FactsOfScan& facts_;
  std::vector<ExplainedLine> lines_;
};

}  // namespace

std::vector<ExplainedLine> ExplainLines(const Relation& root, const FactsOfScan& facts) {
  Writer writer(facts);
  writer.Write(root, 0);
  return writer.Take();
}

std::string Explain(const Relation& root) {
  std::string text;
  for (const ExplainedLine& line : ExplainLines(root, {})) {
    text.append(static_cast<size_t>(line.depth) * 2, ' ');
    text += line.text + "\n";
  }
  return text;
}

}  // namespace paisql::plan
