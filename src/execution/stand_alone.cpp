#include "execution/stand_alone.h"

#include <algorithm>
#include <set>

#include "plan/traverse.h"

namespace paisql::execution {
namespace {

void CollectCteReads(const plan::Relation& relation, std::set<int>& indexes) {
  for (const plan::Relation* found :
       plan::CollectRelations(relation, plan::RelationKind::kCteScan)) {
    indexes.insert(plan::As<plan::CteScan>(*found).index);
  }
}

// The definitions of the whole plan that the relation reads, and those that these read.
std::vector<std::pair<int, const plan::Relation*>> DefinitionsFor(const plan::Relation& root,
                                                                  const plan::Relation& relation) {
  std::vector<std::pair<int, const plan::Relation*>> all;
  for (const plan::Relation* found : plan::CollectRelations(root, plan::RelationKind::kWith)) {
    const auto& with = plan::As<plan::With>(*found);
    for (size_t i = 0; i < with.definitions.size(); ++i) {
      all.emplace_back(with.indexes[i], with.definitions[i].get());
    }
  }
  std::set<int> needed;
  CollectCteReads(relation, needed);
  for (size_t before = 0; before != needed.size();) {
    before = needed.size();
    for (const auto& [index, definition] : all) {
      if (needed.contains(index)) CollectCteReads(*definition, needed);
    }
  }
  // Definitions inside the relation stay where they are.
  std::set<int> own;
  for (const plan::Relation* found : plan::CollectRelations(relation, plan::RelationKind::kWith)) {
    for (const int index : plan::As<plan::With>(*found).indexes) own.insert(index);
  }
  std::vector<std::pair<int, const plan::Relation*>> result;
  for (const auto& [index, definition] : all) {
    if (needed.contains(index) && !own.contains(index)) {
      result.emplace_back(index, definition);
    }
  }
  // A definition has a smaller number than those that read it.
  std::sort(result.begin(), result.end());
  return result;
}

plan::RelationPtr BoundCopy(const plan::Relation& original, engine::Bindings& bindings) {
  plan::RelationPtr copy = plan::Clone(original);
  bindings.BindCopy(original, *copy);
  return copy;
}

}  // namespace

StandAlone::StandAlone(const plan::Relation& root, const plan::Relation& part,
                       engine::Bindings& bindings)
    : part_(part) {
  const auto definitions = DefinitionsFor(root, part);
  if (definitions.empty()) return;
  auto with = std::make_unique<plan::With>();
  for (const auto& [index, definition] : definitions) {
    with->indexes.push_back(index);
    with->definitions.push_back(BoundCopy(*definition, bindings));
  }
  with->output = part.output;
  with->range = part.range;
  with->body = BoundCopy(part, bindings);
  const std::vector<const plan::Relation*> copies = plan::CollectRelations(*with->body);
  const std::vector<const plan::Relation*> originals = plan::CollectRelations(part);
  for (size_t i = 0; i < copies.size(); ++i) originals_[copies[i]] = originals[i];
  copy_ = std::move(with);
}

engine::ExecutionReport StandAlone::OfPart(engine::ExecutionReport report) const {
  if (!copy_) return report;
  std::unordered_map<const plan::Relation*, engine::OperatorActual> operators;
  for (const auto& [relation, actual] : report.operators) {
    const auto original = originals_.find(relation);
    if (original != originals_.end()) operators[original->second] = actual;
  }
  report.operators = std::move(operators);
  return report;
}

}  // namespace paisql::execution
