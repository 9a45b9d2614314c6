// The check of `paisql doctor` about Spark's client and the servers that it can start here.

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "base/process/probe.h"
#include "base/process/process.h"
#include "base/text.h"
#include "session/spark_python.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

constexpr int64_t kAskMs = 15'000;
constexpr const char* kInstallSpark =
    "run scripts/setup --spark, or set PAISQL_SPARK_PYTHON to a Python with pyspark 4.2";
constexpr std::string_view kSparkMark = "paisql-spark ";
// The versions of what is installed, "-" for what is not.
constexpr const char* kAskSpark = R"(
from importlib import metadata
def version(*names):
    for name in names:
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            pass
    return '-'
import grpc, pandas, pyarrow
print('paisql-spark', version('pyspark', 'pyspark-client'), version('pysail'), version('pyspark'))
)";

std::optional<std::vector<std::string>> Versions(const std::string& said) {
  for (const std::string& line : Split(said, '\n')) {
    if (!line.starts_with(kSparkMark)) continue;
    std::vector<std::string> words = Split(std::string(Trim(line.substr(kSparkMark.size()))), ' ');
    if (words.size() == 3) return words;
  }
  return std::nullopt;
}

}  // namespace

Examined ExamineSpark(const DoctorSubject& subject, const std::stop_token& stop) {
  const std::string python = session::SparkPython("", subject.paths.installation);
  const bool there = !python.empty() && ::access(python.c_str(), X_OK) == 0;
  if (!there && std::getenv("PAISQL_SPARK_PYTHON") == nullptr) {
    return {Health::kNote, "not set up: SQL runs on this machine alone", kInstallSpark};
  }
  if (!there) return {Health::kWarning, python + " is not there or cannot be run", kInstallSpark};
  const Result<ProbeAnswer> answer =
      Probe({{python, "-I", "-c", kAskSpark}, EnvironmentWith({}), kAskMs}, stop);
  if (!answer.ok()) return {Health::kWarning, answer.error().detail, kInstallSpark};
  const auto versions = Versions(answer->said);
  if (!versions.has_value() || answer->status != 0) {
    const std::string last = LastLine(answer->said);
    return {Health::kWarning, python + " cannot use it" + (last.empty() ? "" : ": " + last),
            kInstallSpark};
  }
  const std::string &client = (*versions)[0], &sail = (*versions)[1], &whole = (*versions)[2];
  if (client == "-") return {Health::kWarning, python + " has no pyspark", kInstallSpark};
  std::string found = "client " + client + " at " + python;
  if (sail != "-") found += ", Sail " + sail;
  if (!client.starts_with("4.")) {
    return {Health::kWarning, found + "; statements need Spark 4", kInstallSpark};
  }
  if (whole != "-" && FindProgram("java").empty()) {
    return {Health::kNote, found + "; no Java, so none of Spark's own on this machine (local[N])",
            "install Java 17 (scripts/setup --spark does)"};
  }
  return {Health::kOk, std::move(found)};
}

}  // namespace paisql::tools
