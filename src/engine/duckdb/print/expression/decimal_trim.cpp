#include "engine/duckdb/print/expression/decimal_trim.h"

#include "plan/traverse.h"

namespace paisql::engine {
namespace {

bool ReadsTables(const plan::Relation& root) {
  std::vector<const plan::Relation*> pending = {&root};
  while (!pending.empty()) {
    const plan::Relation& next = *pending.back();
    pending.pop_back();
    if (next.kind == plan::RelationKind::kScan || next.kind == plan::RelationKind::kTransform) {
      return true;
    }
    for (const plan::Relation* input : plan::Inputs(next)) pending.push_back(input);
  }
  return false;
}

// The operator that makes the columns: those above it hand them on.
const plan::Relation& MakerOf(const plan::Relation& root) {
  const plan::Relation* maker = &root;
  while (maker->kind == plan::RelationKind::kSort || maker->kind == plan::RelationKind::kLimit ||
         maker->kind == plan::RelationKind::kFilter ||
         maker->kind == plan::RelationKind::kDistinct) {
    maker = plan::Inputs(*maker).front();
  }
  return *maker;
}

}  // namespace

std::vector<bool> TrimmedColumns(const plan::Relation& root, const ExecutionSettings& settings) {
  std::vector<bool> trimmed(root.output.size(), settings.trim_decimal_zeros || !ReadsTables(root));
  const plan::Relation& maker = MakerOf(root);
  if (maker.kind != plan::RelationKind::kProject) return trimmed;
  const auto& project = plan::As<plan::Project>(maker);
  for (size_t i = 0; i < trimmed.size(); ++i) {
    if (plan::IsConstantExpression(*project.expressions[i])) trimmed[i] = true;
  }
  return trimmed;
}

}  // namespace paisql::engine
