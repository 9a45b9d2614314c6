// sql_test [--spark REMOTE] [PATH...]: runs .test files (test_file.h has their form), each in a
// fresh home and in this process. Failures are printed with file and line; the last line is "N
// passed, N failed". Two processes share the files.
//
// With --spark the queries run on that Spark (SET paisql.spark.remote). Rows without an order may
// then come in any, and what Spark does not run is counted apart: such an error names what is
// refused, and is printed as "refused:".

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/text.h"
#include "engine/spark/run/spark_pool.h"
#include "session/session.h"
#include "sql/runner/test_file.h"
#include "sql/runner/test_sink.h"

namespace paisql::sql_test {
namespace {

namespace fs = std::filesystem;

constexpr int kWorkers = 2;
// A file that begins so is passed over where there is none.
constexpr std::string_view kNeedsTensorflow = "# needs TensorFlow";

struct Tally {
  int passed = 0;
  int failed = 0;
  int refused = 0;
};

// Where queries run; the remote is "" for this machine.
struct Place {
  std::string libraries;
  std::string remote;
  std::shared_ptr<engine::spark::SparkPool> pool = nullptr;
};

std::string ReplaceAll(std::string text, std::string_view name, const std::string& value) {
  for (size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size()) {
    text.replace(at, name.size(), value);
  }
  return text;
}

// "" when these are the errors, else why not.
std::string JudgeErrors(const std::vector<ExpectedError>& expected, const Error& error) {
  std::vector<const Error*> errors = {&error};
  for (const Error& other : error.others) errors.push_back(&other);
  for (size_t i = 0; i < std::max(errors.size(), expected.size()); ++i) {
    const std::string start = i < expected.size() ? expected[i].start : "nothing more";
    const std::string said = i < errors.size() ? errors[i]->ToString() : "nothing more";
    if (!said.starts_with(start)) return "expected " + start + "\n  got      " + said;
    const std::string hint = i < expected.size() ? expected[i].hint : "";
    if (!errors[i]->hint.starts_with(hint)) {
      return "expected the hint " + hint + "\n  got               " + errors[i]->hint;
    }
  }
  return "";
}

bool HasOrder(const std::string& sql) { return ToLower(sql).find("order by") != std::string::npos; }

bool IsRefusal(const std::optional<Error>& error) {
  return error.has_value() && error->code == ErrorCode::kUnsupported &&
         error->detail.find(" on Spark") != std::string::npos;
}

// "" when the block holds, else why not.
std::string Judge(const Block& block, const std::optional<Error>& error, const TestSink& sink,
                  bool any_order) {
  if (block.kind == BlockKind::kError) {
    if (!error.has_value()) return "no error; expected " + block.errors.front().start;
    return JudgeErrors(block.errors, *error);
  }
  if (error.has_value()) {
    return "failed: " + error->ToString() + (error->hint.empty() ? "" : "\n  hint: " + error->hint);
  }
  if (block.kind == BlockKind::kOk) return "";
  if (block.kind == BlockKind::kMessage) {
    for (const std::string& message : sink.messages()) {
      if (message.starts_with(block.expected_start)) return "";
    }
    return "no message begins with " + block.expected_start + "\n  got " +
           Join(sink.messages(), "\n      ");
  }
  std::vector<std::string> expected = block.rows;
  std::vector<std::string> got = sink.rows();
  // SHOW FLAGS has the settings by which queries run elsewhere, too.
  if (any_order)
    std::erase_if(got, [](const auto& row) {
      return row.starts_with("paisql.spark.remote\t") || row == "paisql.engine\tspark";
    });
  if (block.kind == BlockKind::kSortedQuery || (any_order && !HasOrder(block.sql))) {
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
  }
  if (expected == got) return "";
  return "rows differ\n  expected:\n    " + Join(expected, "\n    ") + "\n  got:\n    " +
         Join(got, "\n    ");
}

std::optional<Error> RunBlock(const std::string& sql, session::Session& session, TestSink& sink) {
  const std::vector<syntax::StatementText> statements = syntax::SplitStatements(sql);
  for (size_t i = 0; i < statements.size(); ++i) {
    Result<session::Outcome> outcome = session.Execute(statements[i], sink);
    if (outcome.ok()) continue;
    Error error = std::move(outcome).error();
    if (i + 1 < statements.size()) {
      error.detail += " (statement " + std::to_string(i + 1) + " of the block)";
    }
    return error;
  }
  return std::nullopt;
}

// The interpreter that the build has set up for training, "" without one: the program's own rule
// (script/options/session_options.cpp).
std::string FindPython(const std::string& libraries) {
  if (const char* python = std::getenv("PAISQL_PYTHON"); python != nullptr) return python;
  std::ifstream file(libraries + "/paisql.env");
  std::string line;
  std::getline(file, line);
  const std::string python = line.substr(line.find('=') + 1);
  return fs::exists(python) ? python : "";
}

// The settings by which queries run elsewhere.
Status UseSpark(session::Session& session, const std::string& remote) {
  TestSink sink;
  const std::optional<Error> error =
      RunBlock("SET paisql.engine=spark; SET paisql.spark.remote=" + remote + ";", session, sink);
  return error ? Status(*error) : Status::Ok();
}

void RunFile(const std::string& path, const Place& place, Tally& tally) {
  const std::string& libraries = place.libraries;
  const auto fail = [&](int line, const std::string& why) {
    std::printf("%s:%d: %s\n", path.c_str(), line, why.c_str());
    ++tally.failed;
  };
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::string python = FindPython(libraries);
  if (text.starts_with(kNeedsTensorflow) && python.empty()) return;
  Result<std::vector<Block>> blocks = ParseTestFile(text);
  if (!blocks.ok()) return fail(1, blocks.error().detail);

  std::string home = (fs::temp_directory_path() / "paisql-sql-XXXXXX").string();
  if (mkdtemp(home.data()) == nullptr) return fail(1, "no temporary folder");
  session::SessionOptions options;
  options.home_path = home;
  options.project = "test";
  options.engines = engine::BuiltInEngines(libraries);
  options.installation.python = python;
  options.installation.python_folder =
      fs::weakly_canonical(fs::path(libraries) / "../../src/python").string();
  options.spark = place.pool;
  options.installation.program = fs::weakly_canonical(fs::path(libraries) / "../paisql").string();
  Result<std::unique_ptr<session::Session>> session = session::Session::Open(options);
  if (session.ok()) {
    if (!place.remote.empty()) {
      if (const Status used = UseSpark(**session, place.remote); !used.ok()) {
        fail(1, used.error().ToString());
      }
    }
    const std::string folder = fs::absolute(path).parent_path().string();
    (*session)->SetScriptFolder(folder);
    TestSink sink;
    for (const Block& block : *blocks) {
      const std::string sql = ReplaceAll(ReplaceAll(block.sql, "${DATA}", folder), "${HOME}", home);
      sink.Clear();
      const std::optional<Error> error = RunBlock(sql, **session, sink);
      const std::string why = Judge(block, error, sink, !place.remote.empty());
      if (why.empty()) {
        ++tally.passed;
      } else if (!place.remote.empty() && IsRefusal(error)) {
        std::printf("%s:%d: refused: %s\n", path.c_str(), block.line, error->detail.c_str());
        ++tally.refused;
      } else {
        fail(block.line, why);
      }
    }
    session->reset();
  } else {
    fail(1, "no session: " + session.error().ToString());
  }
  std::error_code ignored;
  fs::remove_all(home, ignored);
}

std::vector<std::string> CollectFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".test") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Each worker takes every kWorkers-th file and tells its tally through a pipe; one that dies counts
// as a failure.
Tally RunInWorkers(const std::vector<std::string>& files, Place place) {
  Tally total;
  struct Worker {
    pid_t process;
    int result;
  };
  std::vector<Worker> workers;
  std::fflush(stdout);
  for (int number = 0; number < kWorkers; ++number) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    const pid_t process = fork();
    if (process == 0) {
      Tally tally;
      if (!place.remote.empty()) place.pool = std::make_shared<engine::spark::SparkPool>();
      for (size_t i = number; i < files.size(); i += kWorkers) {
        RunFile(files[i], place, tally);
        std::fflush(stdout);
      }
      place.pool.reset();
      const ssize_t written = write(ends[1], &tally, sizeof tally);
      // Everything has been closed by hand; nothing of the parent's may be closed again.
      _exit(written == sizeof tally ? 0 : 1);
    }
    close(ends[1]);
    workers.push_back({process, ends[0]});
  }
  for (const Worker& worker : workers) {
    Tally tally;
    const bool told = read(worker.result, &tally, sizeof tally) == sizeof tally;
    int status = 0;
    waitpid(worker.process, &status, 0);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.refused += tally.refused;
    if (!told || status != 0) {
      std::printf("a worker ended with status %d\n", status);
      ++total.failed;
    }
  }
  return total;
}

int Main(std::vector<std::string> arguments) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  Place place{(program.parent_path() / "lib").string(), ""};
  if (arguments.size() >= 2 && arguments[0] == "--spark") {
    place.remote = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  const std::vector<std::string> files =
      CollectFiles(arguments.empty() ? std::vector<std::string>{"tests/sql"} : arguments);
  const Tally tally = RunInWorkers(files, place);
  if (!place.remote.empty()) std::printf("%d refused\n", tally.refused);
  std::printf("%d passed, %d failed\n", tally.passed, tally.failed);
  return tally.failed == 0 && tally.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace paisql::sql_test

int main(int argument_count, char** arguments) {
  return paisql::sql_test::Main({arguments + 1, arguments + argument_count});
}
