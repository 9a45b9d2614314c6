#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/text.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/report/report.h"
#include "plan/traverse.h"

namespace paisql::engine {
namespace {

using plan::As;
using plan::Relation;
using plan::RelationKind;

constexpr std::string_view kReader = "READ_PARQUET";

bool IsOneOf(const ProfileNode& node, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), node.name) != names.end();
}

bool IsGrouping(const ProfileNode& node) {
  return node.name.ends_with("GROUP_BY") || node.name.ends_with("AGGREGATE");
}

bool IsJoin(const ProfileNode& node) {
  return node.name.ends_with("_JOIN") || node.name == "CROSS_PRODUCT";
}

bool IsWindow(const ProfileNode& node) { return node.name.ends_with("WINDOW"); }

// The numbers of all names such as "c17" in the text.
std::set<plan::ColumnId> IdsIn(std::string_view text) {
  std::set<plan::ColumnId> ids;
  ForEachColumnName(text, [&](std::string_view, plan::ColumnId id) { ids.insert(id); });
  return ids;
}

std::set<plan::ColumnId> IdsOf(const plan::Expression& expression) {
  std::vector<plan::ColumnId> columns;
  plan::CollectColumns(expression, columns);
  return {columns.begin(), columns.end()};
}

bool HasWindow(const plan::Project& project) {
  return std::any_of(project.expressions.begin(), project.expressions.end(),
                     [](const plan::ExpressionPtr& expression) {
                       return plan::ContainsKind(*expression, plan::ExpressionKind::kWindow);
                     });
}

const plan::Scan* ScanBelow(const Relation& relation) {
  const Relation* node = &relation;
  while (node->kind == RelationKind::kProject && !HasWindow(As<plan::Project>(*node))) {
    node = As<plan::Project>(*node).input.get();
  }
  return node->kind == RelationKind::kScan ? &As<plan::Scan>(*node) : nullptr;
}

class Matcher {
 public:
  Matcher(const Bindings& bindings, ExecutionReport& report)
      : bindings_(bindings), report_(report) {}

  void CountReaders(const Relation& relation) {
    if (relation.kind == RelationKind::kCteScan) ++readers_[As<plan::CteScan>(relation).index];
    if (relation.kind == RelationKind::kWith) {
      const auto& with = As<plan::With>(relation);
      for (size_t i = 0; i < with.definitions.size(); ++i) {
        definitions_[with.indexes[i]] = with.definitions[i].get();
      }
    }
    if (relation.kind == RelationKind::kScan) return;
    for (const Relation* input : plan::Inputs(relation)) CountReaders(*input);
    for (const plan::Expression* part : plan::Expressions(relation)) CountReadersOf(*part);
  }

  // Whether the operator that ran is the plan's. The rows of what keeps their number (projections,
  // sorts) are those of the operator below.
  bool Match(const Relation& relation, const ProfileNode& ran) {
    double above = 0;
    const ProfileNode& node = BelowProjections(ran, above);
    switch (relation.kind) {
      case RelationKind::kProject:
        return MatchProject(As<plan::Project>(relation), ran);
      case RelationKind::kSort:
        return MatchSort(As<plan::Sort>(relation), node, above);
      case RelationKind::kLimit:
        return MatchLimit(As<plan::Limit>(relation), node, above);
      case RelationKind::kFilter:
        return MatchFilter(As<plan::Filter>(relation), node, above);
      case RelationKind::kAggregate:
        return IsGrouping(node) &&
               MatchUnary(relation, *As<plan::AggregateRelation>(relation).input, node, above);
      case RelationKind::kDistinct:
        return IsGrouping(node) &&
               MatchUnary(relation, *As<plan::Distinct>(relation).input, node, above);
      case RelationKind::kUnnest:
        return node.name == "UNNEST" &&
               MatchUnary(relation, *As<plan::Unnest>(relation).input, node, above);
      case RelationKind::kJoin:
        return MatchJoin(As<plan::Join>(relation), node, above);
      case RelationKind::kSetOperation:
        return MatchUnion(As<plan::SetOperation>(relation), node, above);
      case RelationKind::kScan:
        return MatchScan(As<plan::Scan>(relation), node, above);
      case RelationKind::kValues:
        return IsOneOf(node,
                       {"DUMMY_SCAN", "COLUMN_DATA_SCAN", "EXPRESSION_SCAN", "PAISQL_ROWS"}) &&
               Note(relation, node.rows, node.seconds + above);
      case RelationKind::kWith:
        return MatchWith(As<plan::With>(relation), ran);
      case RelationKind::kCteScan:
        return MatchCteScan(As<plan::CteScan>(relation), node, above);
      case RelationKind::kTransform:
        // Only the reading of what the script gave; whoever ran the script knows more.
        return IsOneOf(node, {kReader, "EMPTY_RESULT"}) && Note(relation, node.rows, node.seconds);
    }
    return false;
  }

  // Scans that no shape has led to, where only one operator has read their files.
  void MatchScansByFiles(const Relation& root, const ProfileNode& top) {
    std::vector<const ProfileNode*> unclaimed;
    CollectReaders(top, unclaimed);
    std::vector<const plan::Scan*> scans;
    for (const plan::Scan* scan : plan::CollectScans(root)) {
      if (!report_.operators.contains(scan)) scans.push_back(scan);
    }
    for (const plan::Scan* scan : scans) {
      const auto reads = [&](const ProfileNode* node) { return Reads(*node, *scan); };
      if (std::count_if(unclaimed.begin(), unclaimed.end(), reads) != 1) continue;
      const ProfileNode& node = **std::find_if(unclaimed.begin(), unclaimed.end(), reads);
      const auto same = [&](const plan::Scan* other) { return Reads(node, *other); };
      if (std::count_if(scans.begin(), scans.end(), same) == 1) NoteScan(*scan, node, 0);
    }
  }

 private:
  void CountReadersOf(const plan::Expression& expression) {
    if (const Relation* subquery = plan::SubqueryOf(expression)) CountReaders(*subquery);
    for (const plan::Expression* child : plan::Children(expression)) CountReadersOf(*child);
  }

  bool Note(const Relation& relation, int64_t rows, double seconds) {
    report_.operators[&relation] = {rows, seconds};
    return true;
  }

  static const ProfileNode& BelowProjections(const ProfileNode& ran, double& seconds) {
    const ProfileNode* node = &ran;
    while (node->name == "PROJECTION" && node->children.size() == 1) {
      seconds += node->seconds;
      node = &node->children.front();
    }
    return *node;
  }

  bool MatchUnary(const Relation& relation, const Relation& input, const ProfileNode& node,
                  double above) {
    Note(relation, node.rows, node.seconds + above);
    if (!node.children.empty()) Match(input, node.children.front());
    return true;
  }

  // The time of a projection is told together with what it projects, because DuckDB merges them.
  bool MatchProject(const plan::Project& project, const ProfileNode& ran) {
    double seconds = 0;
    const ProfileNode* node = &BelowProjections(ran, seconds);
    if (!HasWindow(project)) {
      return Match(*project.input, *node) && Note(project, node->rows, seconds);
    }
    if (!IsWindow(*node)) return false;
    const int64_t rows = node->rows;
    while (IsWindow(*node) && node->children.size() == 1) {
      seconds += node->seconds;
      node = &BelowProjections(node->children.front(), seconds);
    }
    Match(*project.input, *node);
    return Note(project, rows, seconds);
  }

  bool MatchSort(const plan::Sort& sort, const ProfileNode& node, double above) {
    if (node.name != "ORDER_BY" || node.children.empty()) return false;
    return MatchUnary(sort, *sort.input, node, above);
  }

  bool MatchLimit(const plan::Limit& limit, const ProfileNode& node, double above) {
    if (!node.name.ends_with("LIMIT") && node.name != "TOP_N") return false;
    if (node.children.empty()) return Note(limit, node.rows, node.seconds + above);
    if (node.name != "TOP_N") return MatchUnary(limit, *limit.input, node, above);
    Note(limit, node.rows, node.seconds + above);
    const Relation* input = limit.input.get();
    while (input->kind == RelationKind::kProject) input = As<plan::Project>(*input).input.get();
    if (input->kind == RelationKind::kSort) {
      Match(*As<plan::Sort>(*input).input, node.children.front());
    }
    return true;
  }

  bool MatchFilter(const plan::Filter& filter, const ProfileNode& node, double above) {
    if (const plan::Scan* scan = ScanBelow(*filter.input)) {
      double between = 0;
      const ProfileNode& reader =
          node.name == "FILTER" ? BelowProjections(node.children.front(), between) : node;
      const double own = &reader == &node ? 0 : node.seconds + between;
      return MatchScan(*scan, reader, 0) && Note(filter, node.rows, own + above);
    }
    if (IsJoin(node)) return MatchJoinedFilter(filter, node, above);
    // A part of the condition may have gone further down; what stays shows in its columns.
    if (node.name != "FILTER" || IdsIn(node.Detail("__expression__")) != IdsOf(*filter.condition)) {
      return false;
    }
    return MatchUnary(filter, *filter.input, node, above);
  }

  // A condition that the joins below it have taken up: the topmost join hands on what the filter
  // would.
  bool MatchJoinedFilter(const plan::Filter& filter, const ProfileNode& node, double above) {
    if (Match(*filter.input, node)) return Note(filter, node.rows, above);
    if (filter.input->kind != RelationKind::kJoin || HasSubquery(*filter.condition)) return false;
    const plan::JoinType type = As<plan::Join>(*filter.input).type;
    const bool inner = type == plan::JoinType::kInner || type == plan::JoinType::kCross;
    return inner && Note(filter, node.rows, node.seconds + above);
  }

  bool MatchJoin(const plan::Join& join, const ProfileNode& node, double above) {
    if (!IsJoin(node) || node.children.size() != 2 || !join.condition) return false;
    const std::string_view conditions = node.Detail("Conditions");
    const std::set<plan::ColumnId> ids = IdsIn(conditions);
    if (ids.empty() || ids != IdsOf(*join.condition)) return false;
    Note(join, node.rows, node.seconds + above);
    // The first name of the conditions comes from DuckDB's left side, which may be our right one.
    plan::ColumnId first = 0;
    ForEachColumnName(conditions, [&](std::string_view, plan::ColumnId id) {
      if (first == 0) first = id;
    });
    const auto has = [&](const Relation& side) {
      return std::any_of(side.output.begin(), side.output.end(),
                         [&](const plan::OutputColumn& column) { return column.id == first; });
    };
    const bool swapped = has(*join.right);
    Match(*join.left, node.children[swapped ? 1 : 0]);
    Match(*join.right, node.children[swapped ? 0 : 1]);
    return true;
  }

  bool MatchUnion(const plan::SetOperation& operation, const ProfileNode& node, double above) {
    if (operation.op != plan::SetOperator::kUnion || !operation.all) return false;
    if (operation.recursion) return false;
    if (node.name != "UNION" || node.children.size() != operation.inputs.size()) return false;
    for (size_t i = 0; i < operation.inputs.size(); ++i) {
      Match(*operation.inputs[i], node.children[i]);
    }
    return Note(operation, node.rows, node.seconds + above);
  }

  bool Reads(const ProfileNode& node, const plan::Scan& scan) const {
    const store::FileListing* listing = bindings_.FilesOf(scan);
    if (node.name != kReader || listing == nullptr) return false;
    const std::string_view names = node.Detail("Filename(s)");
    const std::string first(names.substr(0, names.find_first_of(",\n")));
    return std::any_of(listing->files.begin(), listing->files.end(),
                       [&](const store::DataFile& file) { return file.path == first; });
  }

  // Rows that the reader itself has left out, because a condition above told it to, do not count.
  bool NoteScan(const plan::Scan& scan, const ProfileNode& reader, double above) {
    claimed_.insert(&reader);
    return Note(scan, reader.rows, reader.seconds + above);
  }

  bool MatchScan(const plan::Scan& scan, const ProfileNode& node, double above) {
    if (node.name == "EMPTY_RESULT") return Note(scan, 0, node.seconds + above);
    return Reads(node, scan) && NoteScan(scan, node, above);
  }

  bool MatchWith(const plan::With& with, const ProfileNode& ran) {
    const ProfileNode* node = &ran;
    while (node->name == "CTE" && node->children.size() == 2) {
      const std::string_view name = node->Detail("CTE Name");
      for (size_t i = 0; i < with.definitions.size(); ++i) {
        if (name == "cte" + std::to_string(with.indexes[i])) {
          Match(*with.definitions[i], node->children[0]);
        }
      }
      node = &node->children[1];
    }
    double seconds = 0;
    const int64_t rows = BelowProjections(*node, seconds).rows;
    return Match(*with.body, *node) && Note(with, rows, -1);
  }

  bool MatchCteScan(const plan::CteScan& scan, const ProfileNode& node, double above) {
    if (node.name == "CTE_SCAN") return Note(scan, node.rows, node.seconds + above);
    // A definition with one reader runs in its place.
    if (readers_[scan.index] != 1 || !definitions_.contains(scan.index)) return false;
    return Match(*definitions_.at(scan.index), node) && Note(scan, node.rows, -1);
  }

  void CollectReaders(const ProfileNode& node, std::vector<const ProfileNode*>& readers) {
    if (node.name == kReader && !claimed_.contains(&node)) readers.push_back(&node);
    for (const ProfileNode& child : node.children) CollectReaders(child, readers);
  }

  const Bindings& bindings_;
  ExecutionReport& report_;
  std::unordered_map<int, int> readers_;
  std::unordered_map<int, const Relation*> definitions_;
  std::unordered_set<const ProfileNode*> claimed_;
};

}  // namespace

void MatchOperators(const Relation& root, const Bindings& bindings, const ProfileNode& top,
                    ExecutionReport& report) {
  Matcher matcher(bindings, report);
  matcher.CountReaders(root);
  matcher.Match(root, top);
  matcher.MatchScansByFiles(root, top);
  // Whatever has become of the topmost operator, the rows at the top are the plan's.
  const ProfileNode* result = &top;
  while (result->name == "CTE" && !result->children.empty()) result = &result->children.back();
  report.operators.try_emplace(&root, OperatorActual{result->rows, -1});
}

}  // namespace paisql::engine
