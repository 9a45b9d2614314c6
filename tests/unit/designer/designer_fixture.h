#pragma once

// A home with tables, a folder for files, and pipelines that are made and checked on it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "designer/check/design_check.h"
#include "designer/code/node_code.h"
#include "session/session.h"
#include "session/sink.h"
#include "syntax/lexer/lexer.h"

namespace paisql::designer {

class QuietSink : public session::Sink {
 public:
  Status Rows(engine::ResultStream&) override { return Status::Ok(); }
  Status Show(const session::Answer&) override { return Status::Ok(); }
  void Message(std::string_view) override {}
  void JobOutput(std::string_view) override {}
};

class DesignerFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = (std::filesystem::temp_directory_path() / "paisql-designer-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  session::SessionOptions Options() const {
    session::SessionOptions options;
    options.home_path = folder_ + "/home";
    options.project = project_;
    return options;
  }

  // Statements that need no engine.
  void Run(const std::string& text) const {
    auto session = session::Session::Open(Options());
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    QuietSink sink;
    for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
      const auto run = (*session)->Execute(statement, sink);
      ASSERT_TRUE(run.ok()) << statement.text << ": " << run.error().ToString();
    }
  }

  void WriteFile(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
  }

  CheckedPipeline Check(const Pipeline& pipeline) const {
    auto checked = CheckPipeline(pipeline, Options(), folder_);
    EXPECT_TRUE(checked.ok()) << checked.error().ToString();
    return checked.ok() ? *checked : CheckedPipeline{};
  }

  Pipeline Empty(std::string name) const {
    Pipeline pipeline;
    pipeline.id = "flow";
    pipeline.name = std::move(name);
    pipeline.project = project_;
    return pipeline;
  }

  static PipelineNode Node(std::string id, std::string component,
                           std::map<std::string, std::string> parameters = {}) {
    PipelineNode node;
    node.name = id;
    node.id = std::move(id);
    node.component = std::move(component);
    node.parameters = std::move(parameters);
    return node;
  }

  std::string folder_;
  std::string project_ = session::kDefaultProject;
};

inline std::string Texts(const CheckedPipeline& checked) {
  std::string all;
  for (const Finding& finding : checked.findings) {
    all += finding.node + "/" + finding.port + "/" + finding.parameter + ": " + finding.code + " " +
           finding.message + " (" + finding.cure + ")\n";
  }
  return all;
}

}  // namespace paisql::designer
