// Plans write rows into tables: all of a statement's rows come at once, or none.

#include "execution/table_write.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/assert.h"
#include "engine/factory.h"
#include "store/scratch_folder.h"

namespace paisql::execution {
namespace {

template <typename T>
T Must(Result<T> result) {
  PAISQL_ASSERT(result.ok(), result.error().detail.c_str());
  return std::move(result).value();
}

void Must(const Status& status) { PAISQL_ASSERT(status.ok(), status.error().detail.c_str()); }

using Rows = std::vector<std::pair<int, int>>;

// Rows of two INT columns.
plan::RelationPtr Pairs(const Rows& rows) {
  auto values = std::make_unique<plan::Values>();
  for (const auto& [a, b] : rows) {
    auto& cells = values->rows.emplace_back();
    for (const int cell : {a, b}) {
      cells.push_back(std::make_unique<plan::Constant>(Value::Int(cell)));
    }
  }
  values->output = {{1, "a", TypeId::kInt}, {2, "b", TypeId::kInt}};
  return values;
}

plan::RelationPtr Limit(plan::RelationPtr input, int64_t count) {
  auto limit = std::make_unique<plan::Limit>();
  limit->output = input->output;
  limit->input = std::move(input);
  limit->count = count;
  return limit;
}

// The least that plans need of whoever runs them.
class TestHost : public Host {
 public:
  TestHost(store::Catalog& catalog, engine::Connection& connection)
      : catalog_(catalog),
        connection_(connection),
        lease_(Must(store::Lease::Acquire(catalog.home()))) {}

  store::Catalog& catalog() override { return catalog_; }
  Result<engine::Connection*> Connection() override { return &connection_; }
  Result<engine::RowFilter*> RowFilter() override {
    return Error{ErrorCode::kUnsupported, "these tables have no partitions", {}, ""};
  }
  Result<store::Lease*> Lease() override { return lease_.get(); }
  store::FileCheck& file_check() override { return file_check_; }
  store::CheckDepth check_depth() override { return store::CheckDepth::kSums; }
  Result<store::FileListing> HostFiles(int64_t) override { return store::FileListing(); }
  std::stop_token stop_token() override { return {}; }
  Status CheckInterrupted() const override { return Status::Ok(); }
  transform::Surroundings ScriptSurroundings() override { return {}; }

 private:
  store::Catalog& catalog_;
  engine::Connection& connection_;
  std::unique_ptr<store::Lease> lease_;
  store::FileCheck file_check_;
};

class TableWriteTest : public testing::Test {
 protected:
  store::Table Named(const std::string& name) {
    store::Table table;
    table.project = "default_project";
    table.name = name;
    table.columns = {{0, "a", TypeId::kInt, "", false, ""}, {0, "b", TypeId::kInt, "", false, ""}};
    return table;
  }

  // All columns of the table.
  plan::RelationPtr ScanOf(const store::Table& table) {
    auto scan = std::make_unique<plan::Scan>();
    scan->table = {table.id, table.project, table.name, table.schema_version, {}, {}};
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const store::Column& column = table.columns[i];
      scan->table.columns.push_back({column.id, column.name, column.type});
      scan->columns.push_back({plan::Scan::Source::kData, i});
      scan->output.push_back({static_cast<int>(i) + 1, column.name, column.type});
    }
    return scan;
  }

  int64_t Count(const std::string& name) {
    const std::optional<store::Table> table = Must(catalog_->FindTable("default_project", name));
    return table.has_value() ? Must(catalog_->TableSize(table->id)).rows : -1;
  }

  Status Write(std::vector<PlannedWrite> writes) {
    TableWrite write(host_, std::move(writes), {});
    PAISQL_TRY(write.Stage());
    return write.Commit();
  }

  std::unique_ptr<engine::Connection> Connect() {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "lib";
    engine::EngineOptions options;
    options.temp_directory = scratch_.path() + "/spill";
    options.share = {1'000'000'000, 2};
    return Must(engine::BuiltInEngines(folder).MakeConnection(engine::kDefaultEngine, options));
  }

  store::ScratchFolder scratch_;
  std::unique_ptr<engine::Connection> connection_ = Connect();
  std::unique_ptr<store::Catalog> catalog_ =
      Must(store::Catalog::Open(Must(store::Home::Open(scratch_.path() + "/home"))));
  TestHost host_{*catalog_, *connection_};
  store::Table one_ = Must(catalog_->CreateTable(Named("one")));
  store::Table two_ = Must(catalog_->CreateTable(Named("two")));
};

TEST_F(TableWriteTest, RowsOfTwoTablesComeAtOnce) {
  const plan::RelationPtr first = Pairs({{1, 10}, {2, 20}});
  const plan::RelationPtr second = Pairs({{3, 30}});
  const int64_t before = Must(catalog_->CurrentSnapshot());
  TableWrite write(host_, {{"", first.get(), {one_}}, {"", second.get(), {two_}}}, {});
  Must(write.Stage());
  EXPECT_EQ(write.rows(), 3);
  EXPECT_EQ(Count("one"), 0);
  Must(write.Commit());
  EXPECT_EQ(Must(catalog_->CurrentSnapshot()), before + 1);
  EXPECT_EQ(Count("one"), 2);
  EXPECT_EQ(Count("two"), 1);
  EXPECT_FALSE(write.replaced_rows().has_value());
  EXPECT_THAT(write.AppendedTo(1), testing::ElementsAre(testing::IsEmpty()));
}

TEST_F(TableWriteTest, OneThatFailsTakesTheOtherAlong) {
  const plan::RelationPtr rows = Pairs({{1, 10}});
  store::Table changed = two_;
  changed.schema_version = 2;
  const Status status = Write({{"", rows.get(), {one_}}, {"", rows.get(), {changed}}});
  ASSERT_FALSE(status.ok());
  EXPECT_TRUE(store::IsConflict(status.error()));
  EXPECT_EQ(Count("one"), 0);
}

TEST_F(TableWriteTest, ANewTableComesWithItsRows) {
  const plan::RelationPtr rows = Pairs({{1, 10}});
  const plan::RelationPtr none = Limit(Pairs({{1, 10}}), 0);
  Must(Write({{"", rows.get(), {Named("made")}}, {"", none.get(), {Named("empty")}}}));
  EXPECT_EQ(Count("made"), 1);
  EXPECT_EQ(Count("empty"), 0);
}

// A statement that replaces rows of a table that it reads must have read the newest ones.
TEST_F(TableWriteTest, RowsThatWereNotReadAreNotReplaced) {
  const plan::RelationPtr rows = Pairs({{1, 10}, {9, 90}});
  Must(Write({{"", rows.get(), {one_}}}));
  const plan::RelationPtr kept = Limit(ScanOf(one_), 1);
  TableWrite write(host_, {{"", kept.get(), {one_, store::WriteMode::kOverwrite}}}, {});
  Must(write.Stage());
  Must(Write({{"", rows.get(), {one_}}}));
  const Status late = write.Commit();
  ASSERT_FALSE(late.ok());
  EXPECT_TRUE(store::IsConflict(late.error()));
  EXPECT_EQ(Count("one"), 4);
  Must(Write({{"", kept.get(), {one_, store::WriteMode::kOverwrite}}}));
  EXPECT_EQ(Count("one"), 1);
}

// A plan that is added late reads what the first ones have read.
TEST_F(TableWriteTest, LaterPlansSeeTheSnapshotOfTheFirst) {
  const plan::RelationPtr rows = Pairs({{1, 10}});
  Must(Write({{"", rows.get(), {one_}}, {"", rows.get(), {two_}}}));
  const plan::RelationPtr first = ScanOf(one_);
  const plan::RelationPtr second = ScanOf(two_);
  PlanRun plans(host_, {});
  Must(plans.Add({"", first.get()}));
  Must(plans.Prepare());
  Must(Write({{"", rows.get(), {one_}}}));
  Must(plans.Add({"", second.get()}));
  int64_t read = 0;
  Must(plans.Stream(plans.plans().back(), [&](engine::ResultStream& stream) -> Status {
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      read += static_cast<int64_t>(batch.row_count());
    }
  }));
  EXPECT_EQ(read, 1);
  // The table of the first plan is another by now.
  const plan::RelationPtr again = ScanOf(one_);
  const Status late = plans.Add({"", again.get()});
  ASSERT_FALSE(late.ok());
  EXPECT_TRUE(store::IsConflict(late.error()));
  EXPECT_EQ(plans.plans().size(), 2u);
}

TEST_F(TableWriteTest, ARefusedWriteWritesNothing) {
  const plan::RelationPtr rows = Pairs({{1, 10}});
  TableWrite write(host_, {{"", rows.get(), {one_}}}, {});
  const Status status = write.Stage([](const store::TableTarget&, const store::WriteRequest& one) {
    EXPECT_EQ(one.files.size(), 1u);
    return Status(Error{ErrorCode::kInstanceCancelled, "no", {}, ""});
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().detail, "no");
  EXPECT_EQ(Count("one"), 0);
}

}  // namespace
}  // namespace paisql::execution
