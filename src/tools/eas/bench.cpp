// paisql eas bench SERVICE --data FILE: how fast a service answers one request, asked again and
// again over several connections.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "base/whole_number.h"
#include "render/error_report.h"
#include "tools/eas/bench_client.h"
#include "tools/eas/context.h"

namespace paisql::tools {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostConnections = 256;
constexpr int kMostRequests = 10'000'000;  // also of a run for some seconds
constexpr int kMostBenchSeconds = 3600;
constexpr size_t kShownError = 200;
constexpr const char* kUsage =
    "write bench SERVICE --data FILE [-c CONNECTIONS] [-n REQUESTS | -d SECONDS]";

struct BenchOptions {
  std::string data;
  int connections = 8;
  std::optional<int> requests;
  std::optional<int> seconds;
};

// The results of one connection, or of all together.
struct BenchTally {
  std::vector<uint32_t> microseconds;  // of each request
  std::map<int, size_t> statuses;      // 0: no answer
  std::string first_error;

  void Add(BenchTally other) {
    microseconds.insert(microseconds.end(), other.microseconds.begin(), other.microseconds.end());
    for (const auto& [status, count] : other.statuses) statuses[status] += count;
    if (first_error.empty()) first_error = std::move(other.first_error);
  }
};

bool IsGood(int status) { return status >= 200 && status < 300; }

Error BenchUsage(const std::string& detail) {
  return {ErrorCode::kInvalidCommand, detail, {}, kUsage};
}

Result<int> NumberOf(const std::string& flag, const std::string& text, int most) {
  const int number = WholeNumberOr(text, 0);
  if (number >= 1 && number <= most) return number;
  return BenchUsage(fmt::format("{} takes a number from 1 to {}, not '{}'", flag, most, text));
}

Result<BenchOptions> ReadOptions(const std::vector<std::string>& words) {
  BenchOptions options;
  for (size_t i = 1; i < words.size(); i += 2) {
    const std::string& flag = words[i];
    if (i + 1 == words.size()) return BenchUsage(flag + " has no value");
    const std::string& value = words[i + 1];
    if (flag == "--data") {
      options.data = value;
    } else if (flag == "-c") {
      PAISQL_ASSIGN(options.connections, NumberOf(flag, value, kMostConnections));
    } else if (flag == "-n") {
      PAISQL_ASSIGN(options.requests, NumberOf(flag, value, kMostRequests));
    } else if (flag == "-d") {
      PAISQL_ASSIGN(options.seconds, NumberOf(flag, value, kMostBenchSeconds));
    } else {
      return BenchUsage("bench does not know '" + flag + "'");
    }
  }
  if (options.data.empty()) return BenchUsage("bench has no --data FILE, the body of its requests");
  if (options.requests.has_value() && options.seconds.has_value()) {
    return BenchUsage("bench takes -n or -d, not both");
  }
  if (!options.requests.has_value()) {
    options.requests = options.seconds.has_value() ? kMostRequests : 1000;
  }
  return options;
}

// When the requests are over; any thread may ask.
class BenchEnd {
 public:
  BenchEnd(const BenchOptions& options, const session::Session& session)
      : left_(*options.requests), session_(session) {
    if (options.seconds.has_value()) until_ = Clock::now() + std::chrono::seconds(*options.seconds);
  }

  // False when there is not another request to send.
  bool TakeOne() {
    if (session_.interrupted() || (until_.has_value() && Clock::now() >= *until_)) return false;
    return left_.fetch_sub(1) > 0;
  }

 private:
  std::atomic<int> left_;
  std::optional<Clock::time_point> until_;
  const session::Session& session_;
};

BenchTally AskUntil(BenchEnd& end, const BenchAddress& address, const std::string& request) {
  BenchTally tally;
  BenchClient client(address);
  while (end.TakeOne()) {
    const Clock::time_point begin = Clock::now();
    BenchAnswer answer = client.Ask(request);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
    tally.microseconds.push_back(static_cast<uint32_t>(took.count()));
    ++tally.statuses[answer.status];
    if (!IsGood(answer.status) && tally.first_error.empty()) {
      tally.first_error = answer.text.substr(0, kShownError);
    }
    // A service that cannot be reached is not asked as fast as this machine can.
    if (answer.status == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return tally;
}

BenchTally AskOverAll(const BenchOptions& options, const session::Session& session,
                      const BenchAddress& address, const std::string& request) {
  BenchEnd end(options, session);
  std::vector<BenchTally> tallies(static_cast<size_t>(options.connections));
  std::vector<std::thread> threads;
  threads.reserve(tallies.size());
  for (BenchTally& tally : tallies) {
    threads.emplace_back([&] { tally = AskUntil(end, address, request); });
  }
  BenchTally all;
  for (size_t i = 0; i < threads.size(); ++i) {
    threads[i].join();
    all.Add(std::move(tallies[i]));
  }
  std::sort(all.microseconds.begin(), all.microseconds.end());
  return all;
}

// A quantile of sorted values: so many of 1000 are not greater.
std::string Latency(const std::vector<uint32_t>& sorted, size_t of_1000) {
  const size_t rank = (sorted.size() * of_1000 + 999) / 1000;
  return fmt::format("{:.2f} ms", sorted[std::max<size_t>(rank, 1) - 1] / 1000.0);
}

std::string Report(const BenchTally& tally, int connections, double seconds) {
  const size_t all = tally.microseconds.size();
  size_t bad = 0;
  std::string statuses;
  for (const auto& [status, count] : tally.statuses) {
    if (!IsGood(status)) bad += count;
    statuses += fmt::format("{}{}: {}", statuses.empty() ? "" : ", ",
                            status == 0 ? "no answer" : std::to_string(status), count);
  }
  EasFacts facts = {{"Requests", std::to_string(all)},
                    {"Connections", std::to_string(connections)},
                    {"Seconds", fmt::format("{:.2f}", seconds)},
                    {"Requests/s", fmt::format("{:.1f}", static_cast<double>(all) / seconds)},
                    {"Latency p50", Latency(tally.microseconds, 500)},
                    {"Latency p90", Latency(tally.microseconds, 900)},
                    {"Latency p99", Latency(tally.microseconds, 990)},
                    {"Latency p99.9", Latency(tally.microseconds, 999)},
                    {"Latency max", Latency(tally.microseconds, 1000)},
                    {"Statuses", statuses},
                    {"Errors", std::to_string(bad)}};
  if (bad > 0) facts.emplace_back("First error", render::OneLine(tally.first_error));
  return NamedBox(facts);
}

}  // namespace

Status BenchService(EasContext& context) {
  PAISQL_ASSIGN(const BenchOptions options, ReadOptions(context.words));
  PAISQL_ASSIGN(const std::string body, ReadFile(options.data));
  PAISQL_ASSIGN(const EasFacts facts, FactsOf(context.words[0], context));
  const std::string said = FactOf(facts, "Address");
  // The front of other services keeps an address for one that has stopped.
  if (said.empty() || FactOf(facts, "State") == "Stopped") {
    return Error{ErrorCode::kInvalidCommand,
                 "service " + context.words[0] + " does not run",
                 {},
                 "paisql eas start " + context.words[0]};
  }
  PAISQL_ASSIGN(const BenchAddress address, ReadBenchAddress(said));
  const std::string request = BenchRequest(address, FactOf(facts, "Token"), body);
  const Clock::time_point begin = Clock::now();
  const BenchTally tally = AskOverAll(options, context.session, address, request);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (tally.microseconds.empty()) return BenchUsage("no request was sent");
  context.out = Report(tally, options.connections, std::max(seconds, 1e-6));
  return Status::Ok();
}

}  // namespace paisql::tools
