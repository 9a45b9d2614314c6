// Definitions of WITH. Those whose rows would differ from reader to reader, and recursions, are
// computed before the statement.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/spark/print/repeatable.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"

namespace paisql::engine::spark {

namespace {

const plan::SetOperation* RecursionOf(const plan::Relation& definition) {
  if (definition.kind != plan::RelationKind::kSetOperation) return nullptr;
  const auto& operation = plan::As<plan::SetOperation>(definition);
  return operation.recursion ? &operation : nullptr;
}

size_t ReadsIn(const plan::With& with, size_t definition) {
  size_t reads = CountReads(*with.body, with.indexes[definition]);
  for (const plan::RelationPtr& other : with.definitions) {
    reads += CountReads(*other, with.indexes[definition]);
  }
  return reads;
}

std::string ItemsAs(const std::vector<plan::OutputColumn>& columns,
                    const std::vector<plan::OutputColumn>& names) {
  std::vector<std::string> items;
  for (size_t i = 0; i < columns.size(); ++i) {
    items.push_back(NameOf(columns[i].id) + " AS " + NameOf(names[i].id));
  }
  return items.empty() ? "1" : Join(items, ", ");
}

}  // namespace

std::string SparkPrinter::PrintWith(const plan::With& with) {
  const size_t outside = definitions_.size();
  std::vector<std::string> list;
  const auto repeats = [this](int index) { return !unrepeatable_.contains(index); };
  const auto relations = plan::CollectRelations(with);
  const bool guarded = guarded_;
  guarded_ = guarded || std::any_of(relations.begin(), relations.end(),
                                    [this](const auto* part) { return MayFailInKernel(*part); });
  for (size_t i = 0; i < with.definitions.size(); ++i) {
    const plan::Relation& definition = *with.definitions[i];
    const int index = with.indexes[i];
    if (const plan::SetOperation* recursion = RecursionOf(definition)) {
      AddRecursion(index, *recursion);
      continue;
    }
    if (!IsRepeatable(definition, repeats)) {
      if (ReadsIn(with, i) > 1) {
        AddStep(index, definition);
        continue;
      }
      unrepeatable_.insert(index);
    }
    list.push_back(fmt::format("cte{} AS ({})", index, PrintRelation(definition)));
    definitions_.push_back(list.back());
  }
  guarded_ = guarded;
  const std::string body = PrintRelation(*with.body);
  definitions_.resize(outside);
  return list.empty() ? body : "WITH " + Join(list, ", ") + " " + body;
}

std::string SparkPrinter::PrintApart(const plan::Relation& relation) {
  const std::string rows = PrintRelation(relation);
  const std::string with = definitions_.empty() ? "" : "WITH " + Join(definitions_, ", ") + " ";
  return with + "SELECT * FROM (" + rows + ") AS " + Alias();
}

void SparkPrinter::AddStep(int index, const plan::Relation& definition) {
  if (in_recursion_) {
    (void)Refuse("a shared definition that is random, or cut by LIMIT, within a recursion",
                 definition.range);
    return;
  }
  SparkStep step;
  step.view = fmt::format("step{}", index);
  step.sql = PrintApart(definition);
  views_[index] = step.view;
  statement_.steps.push_back(std::move(step));
}

void SparkPrinter::AddRecursion(int index, const plan::SetOperation& operation) {
  if (in_recursion_) {
    (void)Refuse("a recursion within a recursion", operation.range);
    return;
  }
  const plan::SetOperation::Recursion& recursion = *operation.recursion;
  SparkStep step;
  step.view = fmt::format("step{}", index);
  step.last = fmt::format("last{}", index);
  const auto print = [&](const plan::Relation& input) {
    const std::string rows = PrintRelation(input);
    const std::string with = definitions_.empty() ? "" : "WITH " + Join(definitions_, ", ") + " ";
    return with + "SELECT " + ItemsAs(input.output, operation.output) + " FROM (" + rows + ") AS " +
           Alias();
  };
  step.sql = print(*operation.inputs[0]);
  views_[index] = step.last;
  in_recursion_ = true;
  step.next = print(*operation.inputs[1]);
  in_recursion_ = false;
  views_[index] = step.view;
  step.most_runs = recursion.max_steps;
  const nlohmann::json error = {
      {"code", ErrorCodeName(ErrorCode::kSemantic)},
      {"message", fmt::format("recursive-cte {} exceed max iterate number {}", recursion.name,
                              recursion.max_steps)},
      {"hint", ""}};
  step.error = error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  statement_.steps.push_back(std::move(step));
}

std::string SparkPrinter::PrintCteScan(const plan::CteScan& scan) {
  std::vector<std::string> items;
  for (size_t i = 0; i < scan.output.size(); ++i) {
    items.push_back(NameOf(scan.source[i]) + " AS " + NameOf(scan.output[i].id));
  }
  const auto view = views_.find(scan.index);
  return "SELECT " + (items.empty() ? "1" : Join(items, ", ")) + " FROM " +
         (view != views_.end() ? view->second : fmt::format("cte{}", scan.index));
}

}  // namespace paisql::engine::spark
