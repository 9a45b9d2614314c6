// Tables, columns, resources and jobs as rows.

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "store/store_fixture.h"

namespace paisql::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class TablesTest : public StoreTest {
 protected:
  std::unique_ptr<Catalog> catalog_ = OpenCatalog();
};

std::vector<std::string> Names(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

TEST_F(TablesTest, TableIsReadBackAsItWasMade) {
  Table table = TableNamed("Sales", {"ds", "hh"});
  table.comment = "销售";
  table.lifecycle_days = 7;
  table.columns.push_back({0, "d", DataType::Decimal(38, 30), "", false, ""});
  table.traits = {true, {1, 3}, {{"transactional", "true"}, {"注", "\"x\""}}};
  const Table created = Must(catalog_->CreateTable(table));
  const Table found = *Must(catalog_->FindTable("DEFAULT_PROJECT", "sales"));
  EXPECT_EQ(found.id, created.id);
  EXPECT_EQ(found.QualifiedName(), "default_project.Sales");
  EXPECT_EQ(found.comment, "销售");
  EXPECT_EQ(found.lifecycle_days, 7);
  EXPECT_THAT(Names(found.columns), ElementsAre("a", "b", "d"));
  EXPECT_THAT(Names(found.partition_columns), ElementsAre("ds", "hh"));
  EXPECT_EQ(found.columns[1].type.ToString(), "MAP<STRING,DOUBLE>");
  EXPECT_EQ(found.columns[1].default_text, "map()");
  EXPECT_TRUE(found.columns[1].not_null);
  EXPECT_EQ(found.columns[2].type, DataType::Decimal(38, 30));
  EXPECT_EQ(found.columns[0].comment, "the first");
  EXPECT_EQ(found.columns[0].id, 1);
  EXPECT_EQ(found.partition_columns[1].id, 5);
  EXPECT_EQ(found.schema_version, 1);
  EXPECT_GT(found.created_ms, 0);
  EXPECT_EQ(found.traits, table.traits);
  EXPECT_EQ(Must(catalog_->ListTables("default_project")).at(0).traits, table.traits);
}

TEST_F(TablesTest, ViewsAreTablesWithAText) {
  Table view = TableNamed("v");
  view.kind = TableKind::kView;
  view.view_text = "SELECT 1";
  const Table created = Must(catalog_->CreateTable(view));
  EXPECT_EQ(created.kind, TableKind::kView);
  EXPECT_EQ(created.view_text, "SELECT 1");
  WriteRequest request;
  request.table_id = created.id;
  EXPECT_EQ(Failure(Commit(*catalog_, {request})).code, ErrorCode::kInvalidObjectType);
}

TEST_F(TablesTest, ReplacedViewHasTheNewTextAndColumns) {
  Table view = TableNamed("v");
  view.kind = TableKind::kView;
  view.view_text = "SELECT 1";
  const Table old = Must(catalog_->CreateTable(view));
  view.view_text = "SELECT 2";
  view.columns.resize(1);
  EXPECT_TRUE(catalog_->ReplaceView(old.id, view).ok());
  const Table found = *Must(catalog_->FindTable("default_project", "v"));
  EXPECT_EQ(found.view_text, "SELECT 2");
  EXPECT_THAT(Names(found.columns), ElementsAre("a"));
}

TEST_F(TablesTest, ViewThatCannotBeReplacedStays) {
  Table view = TableNamed("v");
  view.kind = TableKind::kView;
  view.view_text = "SELECT 1";
  const Table old = Must(catalog_->CreateTable(view));
  view.view_text = "SELECT 2";
  view.columns.push_back(view.columns.front());
  EXPECT_FALSE(catalog_->ReplaceView(old.id, view).ok());
  EXPECT_EQ(Must(catalog_->FindTable("default_project", "v"))->view_text, "SELECT 1");
  const Table table = Must(catalog_->CreateTable(TableNamed("t")));
  EXPECT_EQ(Failure(catalog_->ReplaceView(table.id, view)).code, ErrorCode::kInvalidObjectType);
}

TEST_F(TablesTest, BadTablesAreRefused) {
  Must(catalog_->CreateTable(TableNamed("t")));
  EXPECT_EQ(Failure(catalog_->CreateTable(TableNamed("T"))).code, ErrorCode::kTableExists);
  Table elsewhere = TableNamed("t");
  elsewhere.project = "nowhere";
  EXPECT_EQ(Failure(catalog_->CreateTable(elsewhere)).code, ErrorCode::kProjectNotFound);
  EXPECT_EQ(Failure(catalog_->CreateTable(TableNamed("u", {"A"}))).code, ErrorCode::kInvalidColumn);
  Table wide = TableNamed("w");
  for (int i = 0; i < kMaxColumns; ++i) {
    wide.columns.push_back({0, "c" + std::to_string(i), TypeId::kInt, "", false, ""});
  }
  EXPECT_EQ(Failure(catalog_->CreateTable(wide)).code, ErrorCode::kInvalidTable);
  EXPECT_THAT(Must(catalog_->ListTableNames("default_project")), ElementsAre("t"));
}

TEST_F(TablesTest, ListsAreSortedAndEmptyForUnknownProjects) {
  Must(catalog_->CreateTable(TableNamed("b")));
  Must(catalog_->CreateTable(TableNamed("A")));
  EXPECT_THAT(Must(catalog_->ListTableNames("default_project")), ElementsAre("A", "b"));
  EXPECT_EQ(Must(catalog_->ListTables("default_project"))[1].columns.size(), 2u);
  EXPECT_TRUE(Must(catalog_->ListTables("nowhere")).empty());
  EXPECT_FALSE(Must(catalog_->FindTable("nowhere", "a")).has_value());
}

TEST_F(TablesTest, RenameCommentLifecycleTouch) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t")));
  Must(catalog_->CreateTable(TableNamed("taken")));
  EXPECT_EQ(Failure(catalog_->RenameTable(table.id, "TAKEN")).code, ErrorCode::kTableExists);
  Must(catalog_->RenameTable(table.id, "T"));
  Must(catalog_->RenameTable(table.id, "renamed"));
  Must(catalog_->SetTableComment(table.id, "c"));
  Must(catalog_->SetLifecycle(table.id, 30));
  Must(catalog_->TouchTable(table.id));
  const Table found = *Must(catalog_->FindTable("default_project", "renamed"));
  EXPECT_EQ(found.id, table.id);
  EXPECT_EQ(found.comment, "c");
  EXPECT_EQ(found.lifecycle_days, 30);
  Must(catalog_->SetLifecycle(table.id, std::nullopt));
  EXPECT_FALSE(Must(catalog_->FindTable("default_project", "renamed"))->lifecycle_days.has_value());
  EXPECT_FALSE(Must(catalog_->FindTable("default_project", "t")).has_value());
}

TEST_F(TablesTest, DroppedTableIsUnknownAndItsIdIsNotUsedAgain) {
  const Table first = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  Must(catalog_->AddPartitions(first.id, {{"1"}}, false));
  Must(catalog_->DropTable(first.id));
  EXPECT_EQ(Failure(catalog_->DropTable(first.id)).code, ErrorCode::kTableNotFound);
  EXPECT_FALSE(Must(catalog_->FindTable("default_project", "t")).has_value());
  EXPECT_GT(Must(catalog_->CreateTable(TableNamed("t"))).id, first.id);
}

TEST_F(TablesTest, SchemaVersionsTellWhatAFileHolds) {
  const auto lease = Must(Lease::Acquire(catalog_->home()));
  Table table = Must(catalog_->CreateTable(TableNamed("t")));
  const auto reread = [&] { table = *Must(catalog_->FindTable("default_project", "t")); };
  Must(Write(*catalog_, *lease, table, WriteMode::kAppend, "one"));
  Must(catalog_->AddColumns(table.id, {{0, "c", TypeId::kString, "new", false, ""}}));
  reread();
  EXPECT_EQ(table.schema_version, 2);
  Must(Write(*catalog_, *lease, table, WriteMode::kAppend, "two"));
  Must(catalog_->RenameColumn(table.id, table.columns[0].id, "z"));
  Must(catalog_->DropColumns(table.id, {table.columns[1].id}));
  Must(catalog_->SetColumnComment(table.id, table.columns[0].id, "said"));
  reread();
  EXPECT_EQ(table.schema_version, 4);
  EXPECT_THAT(Names(table.columns), ElementsAre("z", "c"));
  EXPECT_EQ(table.columns[0].comment, "said");
  EXPECT_EQ(table.columns[0].id, 1);

  const FileListing listing = Must(catalog_->ListFiles(table, std::nullopt));
  ASSERT_EQ(listing.schema_versions.size(), 2u);
  EXPECT_EQ(listing.schema_versions[0].version, 1);
  EXPECT_THAT(Names(listing.schema_versions[0].columns), ElementsAre("a", "b"));
  EXPECT_THAT(Names(listing.schema_versions[1].columns), ElementsAre("a", "b", "c"));
  EXPECT_EQ(listing.files[0].schema_version, 1);
  EXPECT_EQ(listing.files[1].schema_version, 2);

  // A dropped name comes back as another column.
  Must(catalog_->AddColumns(table.id, {{0, "b", TypeId::kInt, "", false, ""}}));
  reread();
  EXPECT_EQ(table.columns[2].id, 4);
}

TEST_F(TablesTest, BadColumnChangesAreRefusedAndChangeNothing) {
  const Table table = Must(catalog_->CreateTable(TableNamed("t", {"ds"})));
  const Column column{0, "DS", TypeId::kInt, "", false, ""};
  EXPECT_EQ(Failure(catalog_->AddColumns(table.id, {column})).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Failure(catalog_->RenameColumn(table.id, 1, "B")).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Failure(catalog_->RenameColumn(table.id, 99, "x")).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Failure(catalog_->DropColumns(table.id, {1, 2})).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Failure(catalog_->DropColumns(table.id, {3})).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Failure(catalog_->SetColumnComment(table.id, 99, "")).code, ErrorCode::kInvalidColumn);
  EXPECT_EQ(Must(catalog_->FindTable("default_project", "t"))->schema_version, 1);
}

TEST_F(TablesTest, ResourcesAreCopiedAndReplaced) {
  const std::string source = scratch_.path() + "/train.py";
  WriteText(source, "abc");
  Resource resource;
  resource.project = "default_project";
  resource.name = "train.py";
  resource.kind = ResourceKind::kPy;
  resource.path = source;
  resource.source = "file:train.py";
  const Resource added = Must(catalog_->AddResource(resource, false));
  EXPECT_EQ(ReadText(added.path), "abc");
  EXPECT_EQ(std::filesystem::path(added.path).filename(), "train.py");
  EXPECT_EQ(added.bytes, 3);
  EXPECT_EQ(added.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

  WriteText(source, "changed");
  EXPECT_THAT(Failure(catalog_->AddResource(resource, false)).detail, HasSubstr("already exists"));
  const Resource replaced = Must(catalog_->AddResource(resource, true));
  EXPECT_EQ(ReadText(replaced.path), "changed");
  EXPECT_EQ(Must(catalog_->FindResource("default_project", "TRAIN.PY"))->path, replaced.path);
  // The old copy stays for whoever has begun to read it, until a sweep.
  EXPECT_EQ(ReadText(added.path), "abc");
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
  EXPECT_FALSE(std::filesystem::exists(added.path));

  Must(catalog_->DropResource(replaced.id));
  EXPECT_EQ(Failure(catalog_->DropResource(replaced.id)).code, ErrorCode::kResourceNotFound);
  EXPECT_TRUE(Must(catalog_->ListResources("default_project")).empty());
  EXPECT_EQ(Must(catalog_->Sweep()), 1);
  EXPECT_TRUE(Must(ListFilesBelow(catalog_->home().ResourcesPath())).empty());
}

TEST_F(TablesTest, ResourceOfATableHasNoCopy) {
  Resource resource;
  resource.project = "default_project";
  resource.name = "r";
  resource.kind = ResourceKind::kTable;
  resource.source = "default_project.t partition(ds='1')";
  const Resource added = Must(catalog_->AddResource(resource, false));
  EXPECT_EQ(added.path, "");
  EXPECT_EQ(added.source, resource.source);
  EXPECT_EQ(Must(catalog_->ListResources("default_project")).size(), 1u);
}

TEST_F(TablesTest, ResourceThatIsMissingOrElsewhereLeavesNothing) {
  Resource resource;
  resource.project = "default_project";
  resource.name = "x";
  resource.path = scratch_.path() + "/missing";
  EXPECT_THAT(Failure(catalog_->AddResource(resource, false)).detail, HasSubstr("missing"));
  WriteText(resource.path, "x");
  resource.project = "nowhere";
  EXPECT_EQ(Failure(catalog_->AddResource(resource, false)).code, ErrorCode::kProjectNotFound);
  EXPECT_TRUE(Must(ListFilesBelow(catalog_->home().StagingPath())).empty());
  EXPECT_TRUE(Must(ListFilesBelow(catalog_->home().ResourcesPath())).empty());
}

TEST_F(TablesTest, JobsAreKeptNewestFirst) {
  Job job;
  job.project = "default_project";
  job.kind = "pai";
  for (int i = 1; i <= 3; ++i) {
    job.id = "job" + std::to_string(i);
    job.created_ms = i;
    Must(catalog_->InsertJob(job));
  }
  job.id = "job2";
  job.state = JobState::kFailed;
  job.message = "ValueError: x";
  job.created_ms = 2;
  job.supervisor_pid = 77;
  job.boot_id = "boot";
  Must(catalog_->UpdateJob(job));
  const Job found = *Must(catalog_->FindJob("job2"));
  EXPECT_EQ(found.state, JobState::kFailed);
  EXPECT_EQ(found.message, "ValueError: x");
  EXPECT_EQ(found.supervisor_pid, 77);
  EXPECT_EQ(found.boot_id, "boot");
  const std::vector<Job> jobs = Must(catalog_->ListJobs("default_project", {.limit = 2}));
  ASSERT_EQ(jobs.size(), 2u);
  EXPECT_EQ(jobs[0].id, "job3");
  job.id = "none";
  EXPECT_EQ(Failure(catalog_->UpdateJob(job)).code, ErrorCode::kJobNotFound);
  EXPECT_FALSE(Must(catalog_->FindJob("none")).has_value());
}

TEST_F(TablesTest, JobsAreListedByNameKindAndProject) {
  Must(catalog_->EnsureProject("other"));
  const auto insert = [&](const std::string& id, const std::string& name, int64_t created_ms) {
    Job job;
    job.id = id;
    job.name = name;
    job.project = id == "elsewhere" ? "other" : "default_project";
    job.kind = id == "sql" ? "sql" : "pai";
    job.created_ms = created_ms;
    Must(catalog_->InsertJob(job));
  };
  const auto ids = [&](const JobFilter& filter) {
    std::vector<std::string> listed;
    for (const Job& job : Must(catalog_->ListJobs("Default_Project", filter))) {
      listed.push_back(job.id);
    }
    return listed;
  };
  insert("1", "jk_wdl_a", 5);
  insert("2", "JK_WDL_b", 5);
  insert("3", "jkxwdl", 7);
  insert("4", "", 6);
  insert("elsewhere", "jk_wdl_c", 8);
  insert("sql", "jk_wdl_sql", 9);
  EXPECT_THAT(ids({}), ElementsAre("sql", "3", "4", "2", "1"));
  EXPECT_THAT(ids({.pai_only = true}), ElementsAre("3", "4", "2", "1"));
  EXPECT_THAT(ids({.name_pattern = "jk_wdl%", .pai_only = true}), ElementsAre("2", "1"));
  EXPECT_THAT(ids({.name_pattern = "jk_wdl*|jkx*", .pai_only = true, .limit = 2}),
              ElementsAre("3", "2"));
  EXPECT_THAT(ids({.limit = 0}), ElementsAre());
}

TEST_F(TablesTest, WhatAJobToldIsKept) {
  Job job;
  job.id = "told";
  job.project = "default_project";
  job.priority = 0;
  job.parameters = "{\"a\":\"中\"}";
  Must(catalog_->InsertJob(job));
  EXPECT_FALSE(Must(catalog_->FindJob("told"))->steps.has_value());
  job.steps = 12;
  job.loss = 0.5;
  job.rows_read = 3;
  job.rows_written = 4;
  Must(catalog_->UpdateJob(job));
  const Job found = *Must(catalog_->FindJob("told"));
  EXPECT_EQ(found.priority, 0);
  EXPECT_EQ(found.parameters, job.parameters);
  EXPECT_EQ(found.steps, 12);
  EXPECT_EQ(found.loss, 0.5);
  EXPECT_EQ(found.rows_read, 3);
  EXPECT_EQ(found.rows_written, 4);
}

TEST_F(TablesTest, ALossThatIsNoFiniteNumberIsKept) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Job job;
  job.id = "diverged";
  job.project = "default_project";
  job.loss = std::numeric_limits<double>::quiet_NaN();
  Must(catalog_->InsertJob(job));
  const auto kept = [&] { return Must(catalog_->FindJob("diverged"))->loss; };
  ASSERT_TRUE(kept().has_value());
  EXPECT_TRUE(std::isnan(*kept()));
  for (const double loss : {kInfinity, -kInfinity, 0.0, 1e300}) {
    job.loss = loss;
    Must(catalog_->UpdateJob(job));
    EXPECT_EQ(kept(), loss);
  }
  job.loss = -std::numeric_limits<double>::quiet_NaN();
  Must(catalog_->UpdateJob(job));
  EXPECT_TRUE(std::isnan(kept().value_or(0)));
  job.loss.reset();
  Must(catalog_->UpdateJob(job));
  EXPECT_FALSE(kept().has_value());
}

TEST(InstanceIdTest, LooksLikeThePlatformsAndGrows) {
  const std::string first = NewInstanceId();
  EXPECT_THAT(first, testing::MatchesRegex("20[0-9]+g[0-9a-f]+"));
  EXPECT_EQ(first.size(), 26u);
  EXPECT_NE(first, NewInstanceId());
  EXPECT_LE(first.substr(0, 17), NewInstanceId().substr(0, 17));
}

}  // namespace
}  // namespace paisql::store
