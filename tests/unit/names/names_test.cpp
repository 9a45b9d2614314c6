#include "names/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "base/assert.h"

namespace paisql::names {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr functions::Overload kOwnOverload[] = {{"(STRING) -> STRING"}};
constexpr functions::Function kOwnAbs = {"abs", functions::FunctionKind::kScalar, kOwnOverload,
                                         "the project's"};
constexpr functions::Function kOtherAbs = {"Abs", functions::FunctionKind::kScalar, kOwnOverload,
                                           "the session's"};
constexpr functions::Function kScore = {"score", functions::FunctionKind::kScalar, kOwnOverload,
                                        "the project's"};

class NamesTest : public testing::Test {
 protected:
  NamesTest() {
    std::string name = (std::filesystem::temp_directory_path() / "paisql-names-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    Result<store::Home> home = store::Home::Open(folder_);
    PAISQL_ASSERT(home.ok(), "no home");
    Result<std::unique_ptr<store::Catalog>> catalog = store::Catalog::Open(*home);
    PAISQL_ASSERT(catalog.ok(), "no catalog");
    catalog_ = std::move(catalog).value();
    for (const char* project : {"here", "there"}) {
      PAISQL_ASSERT(catalog_->EnsureProject(project).ok(), "no project");
      store::Table table;
      table.project = project;
      table.name = std::string("of_") + project;
      store::Column column;
      column.name = "a";
      column.type = TypeId::kBigint;
      table.columns.push_back(column);
      PAISQL_ASSERT(catalog_->CreateTable(table).ok(), "no table");
    }
  }
  ~NamesTest() override {
    catalog_.reset();
    std::filesystem::remove_all(folder_);
  }

  std::string folder_;
  std::unique_ptr<store::Catalog> catalog_;
};

TEST_F(NamesTest, ATableIsItsRow) {
  const Names names(*catalog_, "here");
  const auto meaning = names.Table("THERE", "Of_There");
  ASSERT_TRUE(meaning.ok());
  ASSERT_TRUE(meaning->row.has_value());
  EXPECT_EQ(meaning->row->QualifiedName(), "there.of_there");
}

TEST_F(NamesTest, WhatIsMissingComesWithWhatThereIs) {
  const Names names(*catalog_, "here");
  const auto table = names.Table("here", "of_her");
  ASSERT_TRUE(table.ok());
  EXPECT_FALSE(table->row.has_value());
  EXPECT_FALSE(table->project_is_missing);
  EXPECT_THAT(table->others, ElementsAre("of_here"));
  const auto project = names.Table("nowhere", "of_here");
  ASSERT_TRUE(project.ok());
  EXPECT_TRUE(project->project_is_missing);
  EXPECT_THAT(project->others, UnorderedElementsAre("default_project", "here", "there"));
  const auto resource = names.Resource("there", "x.py");
  ASSERT_TRUE(resource.ok());
  EXPECT_FALSE(resource->row.has_value());
  EXPECT_THAT(resource->others, IsEmpty());
}

TEST_F(NamesTest, OwnersDifferInTheirOrderOnly) {
  Names names(*catalog_, "here");
  ASSERT_TRUE(names.Function("abs").has_value());
  EXPECT_EQ(names.Function("abs")->owner, Owner::kBuiltin);
  EXPECT_FALSE(names.Function("score").has_value());

  names.AddFunctions(Owner::kProject, {&kOwnAbs, &kScore});
  EXPECT_EQ(names.Function("ABS")->function, &kOwnAbs);
  EXPECT_EQ(names.Function("Score")->owner, Owner::kProject);
  EXPECT_THAT(names.FunctionNames(), Contains("score"));

  names.AddFunctions(Owner::kSession, {&kOtherAbs});
  EXPECT_EQ(names.Function("abs")->function, &kOtherAbs);
  // A view's text sees what its reader has, in the view's project.
  const Names view = names.Within("there");
  EXPECT_EQ(view.project(), "there");
  EXPECT_EQ(names.project(), "here");
}

TEST_F(NamesTest, BuiltinsStayWhereNobodyHidesThem) {
  Names names(*catalog_, "here");
  names.AddFunctions(Owner::kProject, {&kScore});
  EXPECT_EQ(names.Function("concat")->owner, Owner::kBuiltin);
  EXPECT_THAT(names.FunctionNames(), Not(Contains("no_such_function")));
}

}  // namespace
}  // namespace paisql::names
