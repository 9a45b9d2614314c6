#pragma once

// A service of instances over a home of its own, with an engine.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "engine/text/result_text.h"
#include "instances/instance_service.h"

namespace paisql::instances {

// Runs until somebody stops it.
inline constexpr char kEndless[] =
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b;";

class ServiceFixture : public ::testing::Test {
 protected:
  ServiceFixture() {
    home_ = (std::filesystem::temp_directory_path() / "paisql-instances-XXXXXX").string();
    PAISQL_ASSERT(mkdtemp(home_.data()) != nullptr, "no folder for the test");
    options_.home_path = home_;
    options_.tells_progress = true;
    options_.engines = engine::BuiltInEngines(
        (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "lib").string());
    context_ = std::make_shared<session::HomeContext>(options_);
    PAISQL_ASSERT(session::Session::Open(context_, options_).ok(), "no home for the test");
  }
  ~ServiceFixture() override {
    service_.reset();
    context_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  InstanceService& service() {
    if (service_ == nullptr) {
      service_ = std::make_unique<InstanceService>(context_, options_, limits_);
    }
    return *service_;
  }

  static Submission Asked(std::string query, std::string unique_id = "") {
    Submission submission;
    submission.project = "default_project";
    submission.query = std::move(query);
    submission.unique_id = std::move(unique_id);
    return submission;
  }
  InstancePtr Submit(std::string query, std::string unique_id = "") {
    auto instance = service().Submit(Asked(std::move(query), std::move(unique_id)));
    EXPECT_TRUE(instance.ok()) << instance.error().ToString();
    return instance.ok() ? *instance : nullptr;
  }
  // Once it has ended.
  InstancePtr Run(std::string query) {
    InstancePtr instance = Submit(std::move(query));
    EXPECT_TRUE(instance->Await(60000));
    return instance;
  }

  // "1|2" for two rows, "error: …" for a failure.
  static std::string TextOf(const Instance& instance, int64_t begin = 0,
                            int64_t count = INT64_MAX) {
    if (const auto error = instance.status().error) return "error: " + error->ToString();
    const auto result = instance.result();
    if (result == nullptr) return "no result";
    auto reader = result->Read(begin, count);
    if (!reader.ok()) return "error: " + reader.error().ToString();
    engine::ResultText text(result->columns);
    std::string all;
    while (true) {
      const Result<engine::Batch> batch = (*reader)->Next();
      if (!batch.ok()) return "error: " + batch.error().ToString();
      if (!*batch) return all;
      text.Read(*batch);
      for (size_t row = 0; row < batch->row_count(); ++row) {
        if (!all.empty()) all += '|';
        text.AppendText(0, row, engine::TextForm::kPlain, all);
      }
    }
  }

  std::string home_;
  session::SessionOptions options_;
  std::shared_ptr<session::HomeContext> context_;
  InstanceLimits limits_;
  std::unique_ptr<InstanceService> service_;
};

}  // namespace paisql::instances
