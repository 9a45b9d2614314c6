// sql_test [--spark REMOTE [--list PAGE]] [PATH...]: runs .test files (test_file.h has their form),
// each in a fresh home and in this process. Failures are printed with file and line; the last line
// is "N passed, N failed". Two processes share the files.
//
// With --spark the queries run on that Spark (SET paisql.spark.remote). Rows without an order may
// then come in any, and what Spark does not run is counted apart: such an error names what is
// refused, and is printed as "refused:". With --list the page has to name these blocks, and no
// others (spark_list.h); PAISQL_UPDATE_DOCS=1 renews it.

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
#include "sql/runner/findings.h"
#include "sql/runner/judge.h"
#include "sql/runner/spark_list.h"
#include "sql/runner/test_file.h"
#include "sql/runner/test_sink.h"
#include "store/catalog_switch.h"

namespace paisql::sql_test {
namespace {

namespace fs = std::filesystem;

constexpr int kWorkers = 2;
// A file that begins so is passed over where there is none.
constexpr std::string_view kNeedsTensorflow = "# needs TensorFlow";

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

void RunFile(const std::string& path, const Place& place, Findings& findings) {
  Tally& tally = findings.tally;
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
  store::PutCatalogOnServer(home);
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
      bool near = false;
      const std::string why = Judge(block, error, sink, !place.remote.empty(), near);
      const auto except = [&](std::string_view reason) {
        findings.exceptions[std::string(reason)].push_back(PlaceOf(path, block.line));
      };
      tally.queries += block.rows.empty() ? 0 : 1;
      if (why.empty()) {
        ++tally.passed;
        tally.near += near ? 1 : 0;
        if (near) except(kNearReason);
      } else if (!place.remote.empty() && IsRefusal(error)) {
        std::printf("%s:%d: refused: %s\n", path.c_str(), block.line, error->detail.c_str());
        ++tally.refused;
        except(error->detail);
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

// Each worker takes every kWorkers-th file and tells what it found through a pipe; one that dies
// counts as a failure.
Findings RunInWorkers(const std::vector<std::string>& files, Place place) {
  Findings total;
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
      Findings findings;
      if (!place.remote.empty()) place.pool = std::make_shared<engine::spark::SparkPool>();
      for (size_t i = number; i < files.size(); i += kWorkers) {
        RunFile(files[i], place, findings);
        std::fflush(stdout);
      }
      place.pool.reset();
      const bool told = Tell(findings, ends[1]);
      // Everything has been closed by hand; nothing of the parent's may be closed again.
      _exit(told ? 0 : 1);
    }
    close(ends[1]);
    workers.push_back({process, ends[0]});
  }
  for (const Worker& worker : workers) {
    const bool told = Hear(worker.result, total);
    int status = 0;
    waitpid(worker.process, &status, 0);
    if (!told || status != 0) {
      std::printf("a worker ended with status %d\n", status);
      ++total.tally.failed;
    }
  }
  return total;
}

// Fails where the page says something else than the run.
Status HoldAgainstList(const std::string& page, const std::string& remote, const Findings& findings,
                       const std::vector<std::string>& files) {
  PAISQL_ASSIGN(const SparkList list, SparkList::Read(page, remote));
  if (std::getenv("PAISQL_UPDATE_DOCS") != nullptr) {
    return list.Write(findings.tally, findings.exceptions);
  }
  const std::vector<std::string> lines = list.Compare(findings.exceptions, files);
  if (lines.empty()) return Status::Ok();
  return Error{ErrorCode::kInvalidCommand, Join(lines, "\n"), {}, ""};
}

int Main(std::vector<std::string> arguments) {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  Place place{(program.parent_path() / "lib").string(), ""};
  const auto take = [&](std::string_view flag) -> std::string {
    if (arguments.size() < 2 || arguments[0] != flag) return "";
    const std::string value = arguments[1];
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    return value;
  };
  place.remote = take("--spark");
  const std::string page = take("--list");
  const std::vector<std::string> files =
      CollectFiles(arguments.empty() ? std::vector<std::string>{"tests/sql"} : arguments);
  Findings findings = RunInWorkers(files, place);
  Tally& tally = findings.tally;
  if (!page.empty()) {
    if (const Status held = HoldAgainstList(page, place.remote, findings, files); !held.ok()) {
      std::printf("%s\n", held.error().detail.c_str());
      ++tally.failed;
    }
  }
  if (!place.remote.empty()) std::printf("%d refused, %d near\n", tally.refused, tally.near);
  std::printf("%d passed, %d failed\n", tally.passed, tally.failed);
  return tally.failed == 0 && tally.passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace paisql::sql_test

int main(int argument_count, char** arguments) {
  return paisql::sql_test::Main({arguments + 1, arguments + argument_count});
}
