#pragma once

// A session on a home of its own, with an engine, that keeps what statements answer.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/text/result_text.h"
#include "session/session.h"
#include "session/sink.h"
#include "syntax/lexer/lexer.h"

namespace paisql::session {

// Rows as cells with tabs between them, and the texts and rows of answers.
class KeepingSink : public Sink {
 public:
  Status Rows(engine::ResultStream& stream) override {
    engine::ResultText text(stream.columns());
    while (true) {
      PAISQL_ASSIGN(const engine::Batch batch, stream.Next());
      if (!batch) return Status::Ok();
      text.Read(batch);
      for (size_t row = 0; row < batch.row_count(); ++row) {
        std::string line;
        for (size_t column = 0; column < stream.columns().size(); ++column) {
          if (column > 0) line += '\t';
          if (text.IsNull(column, row)) {
            line += "NULL";
          } else {
            text.AppendText(column, row, engine::TextForm::kPlain, line);
          }
        }
        rows.push_back(std::move(line));
      }
    }
  }
  Status Show(const Answer& answer) override {
    shown += answer.text;
    return Status::Ok();
  }
  void Message(std::string_view /*line*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}

  std::vector<std::string> rows;
  std::string shown;
};

class SessionFixture : public ::testing::Test {
 protected:
  void SetUp() override {
    home_ = (std::filesystem::temp_directory_path() / "paisql-session-XXXXXX").string();
    ASSERT_NE(mkdtemp(home_.data()), nullptr);
    Open();
  }
  void TearDown() override {
    session_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
  }

  // The libraries lie beside the test's binary, as in other tests that run an engine.
  void Open() {
    SessionOptions options;
    options.home_path = home_;
    Fill(options);
    options.engines = engine::BuiltInEngines(
        (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "lib").string());
    auto session = Session::Open(std::move(options));
    ASSERT_TRUE(session.ok()) << session.error().ToString();
    session_ = std::move(session).value();
  }

  // What a test wants of its session besides.
  virtual void Fill(SessionOptions& /*options*/) {}

  // The statements one after another; the first error ends them.
  Result<Outcome> Run(std::string_view script) {
    sink_ = KeepingSink();
    Result<Outcome> last = Outcome{};
    for (const syntax::StatementText& statement : syntax::SplitStatements(script)) {
      last = session_->Execute(statement, sink_);
      if (!last.ok()) return last;
    }
    return last;
  }

  std::string home_;
  std::unique_ptr<Session> session_;
  KeepingSink sink_;
};

}  // namespace paisql::session
