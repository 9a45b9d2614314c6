#include "execution/stand_alone.h"

#include <gtest/gtest.h>

#include "plan/traverse.h"

namespace paisql::execution {
namespace {

std::unique_ptr<plan::Scan> ScanOf(const std::string& name, plan::ColumnId id) {
  auto scan = std::make_unique<plan::Scan>();
  scan->table.name = name;
  scan->output = {{id, "k", TypeId::kBigint}};
  return scan;
}

std::unique_ptr<plan::Distinct> DistinctOf(plan::RelationPtr input) {
  auto distinct = std::make_unique<plan::Distinct>();
  distinct->output = input->output;
  distinct->input = std::move(input);
  return distinct;
}

store::FileListing OneFile(const std::string& path) {
  store::FileListing listing;
  listing.files.push_back({path, 7, 70, 1, 0});
  return listing;
}

TEST(StandAloneTest, APartWithoutDefinitionsIsItsOwnPlan) {
  const auto root = DistinctOf(DistinctOf(ScanOf("t", 1)));
  engine::Bindings bindings;
  const StandAlone part(*root, *root->input, bindings);
  EXPECT_EQ(&part.plan(), root->input.get());
}

// WITH q AS (SELECT k FROM inner) SELECT DISTINCT k FROM q, of which the body runs by itself.
struct Shared {
  Shared() {
    auto definition = ScanOf("inner", 1);
    bindings.SetFiles(*definition, OneFile("/home/inner.parquet"));
    auto reader = std::make_unique<plan::CteScan>();
    reader->index = 4;
    reader->source = {1};
    reader->output = {{2, "k", TypeId::kBigint}};
    root.indexes = {4};
    root.definitions.push_back(std::move(definition));
    root.body = DistinctOf(std::move(reader));
    root.output = root.body->output;
  }
  plan::With root;
  engine::Bindings bindings;
};

TEST(StandAloneTest, ItTakesTheDefinitionsThatItReadsAndLeavesThePlanAsItWas) {
  Shared shared;
  const std::string before = plan::Explain(shared.root);
  const StandAlone part(shared.root, *shared.root.body, shared.bindings);
  EXPECT_EQ(plan::Explain(part.plan()), before);
  EXPECT_EQ(plan::Explain(shared.root), before);
  const std::vector<const plan::Scan*> scans = plan::CollectScans(part.plan());
  ASSERT_EQ(scans.size(), 1U);
  EXPECT_NE(scans[0], shared.root.definitions[0].get());
  const store::FileListing* files = shared.bindings.FilesOf(*scans[0]);
  ASSERT_NE(files, nullptr);
  EXPECT_EQ(files->files.at(0).path, "/home/inner.parquet");
}

TEST(StandAloneTest, AReportOfItIsOneOfThePart) {
  Shared shared;
  const StandAlone part(shared.root, *shared.root.body, shared.bindings);
  const auto& with = plan::As<plan::With>(part.plan());
  engine::ExecutionReport report;
  report.operators[with.body.get()] = {3, 0.5};
  report.operators[&with] = {3, -1};
  report.executed.push_back({0, "distinct", {3, 0.5}});
  const engine::ExecutionReport of_part = part.OfPart(std::move(report));
  ASSERT_EQ(of_part.operators.size(), 1U);
  EXPECT_EQ(of_part.operators.at(shared.root.body.get()).rows, 3);
  EXPECT_EQ(of_part.executed.size(), 1U);
}

}  // namespace
}  // namespace paisql::execution
