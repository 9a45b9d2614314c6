#pragma once

// What one statement's analysis shares between its parts: fresh ids, visible CTEs, the view that is
// being expanded, limits. Private to this room.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/analyzer.h"
#include "base/result.h"
#include "plan/relation.h"

namespace paisql::analysis {

// Levels of expressions and of queries within each other. The analysis and the engines recurse over
// both, and these depths stay well inside an 8 MiB stack. AND, OR and || do not count: their chains
// become balanced trees.
inline constexpr int kMaxExpressionDepth = 2000;
inline constexpr int kMaxQueryDepth = 200;
inline constexpr int kMaxJoins = 1000;
inline constexpr int kMaxViewDepth = 50;

// A common table expression while its query is analysed.
struct Cte {
  std::string name;
  int index = 0;
  std::vector<plan::OutputColumn> columns;
};

class State {
 public:
  explicit State(AnalysisContext& context) : context(context), project(context.project) {}

  plan::ColumnId NewColumn() { return next_column_++; }
  int NewCteIndex() { return next_cte_++; }

  plan::OutputColumn Column(std::string name, DataType type) {
    return {NewColumn(), std::move(name), std::move(type)};
  }

  void Warn(const SourceRange& range, std::string text) {
    context.warnings.push_back({range, std::move(text)});
  }

  const TypeMode& types() const { return context.types; }

  AnalysisContext& context;
  std::string project;     // where unqualified tables are looked for: a view has its own
  std::vector<Cte*> ctes;  // visible ones, innermost last
  // Tables that the statement has named so far: each is looked up once and stays as it was then.
  std::unordered_map<std::string, store::Table> tables;
  std::vector<std::string> view_names;  // views that are being expanded, outermost first
  int query_depth = 0;
  int expression_depth = 0;

 private:
  plan::ColumnId next_column_ = 1;
  int next_cte_ = 1;
};

// Counts a level while it lives.
class DepthGuard {
 public:
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  int& depth_;
};

inline Error SemanticError(const SourceRange& range, std::string detail, std::string hint = "") {
  return {ErrorCode::kSemantic, std::move(detail), range, std::move(hint)};
}

inline Error UnsupportedError(const SourceRange& range, std::string detail) {
  return {ErrorCode::kUnsupported, std::move(detail), range, ""};
}

}  // namespace paisql::analysis
