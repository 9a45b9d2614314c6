#pragma once

// A home with a project p, and jobs whose "Python" is /bin/sh: fast, and everything a supervisor
// must bear can be written in a line of shell.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jobs/service/job_service.h"
#include "store/catalog.h"
#include "store/table_write.h"

namespace paisql::jobs {

class OutputObserver : public JobObserver {
 public:
  explicit OutputObserver(std::function<void(std::string_view)> on_output)
      : on_output_(std::move(on_output)) {}
  void OnOutput(std::string_view bytes) override { on_output_(bytes); }
  void OnProgress(const JobProgress& progress) override { last = progress; }

  JobProgress last;

 private:
  std::function<void(std::string_view)> on_output_;
};

class JobTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "paisql-training-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    auto home = store::Home::Open(folder_ + "/home");
    ASSERT_TRUE(home.ok()) << home.error().ToString();
    auto catalog = store::Catalog::Open(*home);
    ASSERT_TRUE(catalog.ok()) << catalog.error().ToString();
    catalog_ = std::move(*catalog);
    ASSERT_TRUE(catalog_->EnsureProject("p").ok());
    service_ = std::make_unique<JobService>(*catalog_, ThisInstallation());
  }

  void TearDown() override {
    service_.reset();
    catalog_.reset();
    std::filesystem::remove_all(folder_);
  }

  static Installation ThisInstallation() {
    Installation installation;
    installation.program = std::filesystem::read_symlink("/proc/self/exe");
    installation.python = "/bin/sh";
    return installation;
  }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
  }

  JobSpec Shell(const std::string& text) const {
    Write("script.py", text);
    JobSpec spec;
    spec.algorithm = "tensorflow1120";
    spec.runtime = "tensorflow1";
    spec.project = "p";
    spec.job_name = "named";
    spec.script.path = folder_ + "/script.py";
    return spec;
  }

  std::string Submit(const JobSpec& spec) {
    auto id = service_->Submit(spec);
    EXPECT_TRUE(id.ok()) << (id.ok() ? "" : id.error().ToString());
    return id.ok() ? *id : "";
  }

  // Follows to the end; the output is kept in output_.
  JobOutcome Wait(const std::string& id) {
    output_.clear();
    OutputObserver observer([this](std::string_view bytes) { output_ += bytes; });
    auto outcome = service_->Follow(id, observer, {});
    progress_ = observer.last;
    EXPECT_TRUE(outcome.ok()) << (outcome.ok() ? "" : outcome.error().ToString());
    return outcome.ok() && outcome->has_value() ? **outcome : JobOutcome{};
  }

  JobOutcome Run(const JobSpec& spec) { return Wait(Submit(spec)); }

  store::Table MakeTable(const std::string& name, bool partitioned = false) {
    store::Table table;
    table.project = "p";
    table.name = name;
    store::Column column;
    column.name = "v";
    column.type = TypeId::kBigint;
    table.columns.push_back(column);
    if (partitioned) {
      column.name = "ds";
      column.type = TypeId::kString;
      table.partition_columns.push_back(column);
    }
    auto made = catalog_->CreateTable(table);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().ToString());
    return made.ok() ? *made : table;
  }

  // Gives a table a file of `rows` rows, which nobody looks into.
  void Fill(const store::Table& table, int64_t rows,
            const std::vector<std::string>& partition = {}) {
    const auto lease = store::Lease::Acquire(catalog_->home());
    ASSERT_TRUE(lease.ok());
    const auto folder = (*lease)->StagingFolder();
    ASSERT_TRUE(folder.ok());
    const std::string path = *folder + "/fill.parquet";
    std::ofstream(path) << "PAR1----PAR1";
    store::TableWrite write(*catalog_);
    write.Put({table}, {{path, partition, rows}});
    const Status written = write.Commit();
    EXPECT_TRUE(written.ok()) << (written.ok() ? "" : written.error().ToString());
  }

  int64_t Rows(const store::Table& table) {
    auto size = catalog_->TableSize(table.id);
    return size.ok() ? size->rows : -1;
  }

  // Shell text that sets $staging to the folder of output 0.
  static std::string FindStaging() {
    return R"sh(staging=$(sed -n 's/.*"staging": "\(.*\)".*/\1/p' "$PAISQL_JOB/outputs/0.json")
)sh";
  }
  static std::string StageRows(int rows) {
    return "printf PAR1----PAR1 >$staging/0.parquet; echo '{\"rows\": " + std::to_string(rows) +
           ", \"bytes\": 12}' >$staging/0.json\n";
  }

  std::string folder_;
  std::string output_;
  JobProgress progress_;  // the last one that Wait was told of
  std::unique_ptr<store::Catalog> catalog_;
  std::unique_ptr<JobService> service_;
};

}  // namespace paisql::jobs
