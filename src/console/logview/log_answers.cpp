#include "console/logview/log_answers.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/system/clock.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/logview/asked.h"
#include "console/logview/lines/read_lines.h"
#include "console/logview/lines/search_log.h"
#include "console/logview/logview_state.h"
#include "jobs/job/job_directory.h"
#include "jobs/spec/job_outcome.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr size_t kRolePart = kInstancePart + 2;
constexpr size_t kIndexPart = kInstancePart + 3;
constexpr size_t kStreamPart = kInstancePart + 4;
// How long a request may look at a log; the next one goes on.
constexpr int64_t kLookMs = 120;
constexpr int64_t kUsualLines = 500;
constexpr int64_t kMostLines = 5000;
constexpr int64_t kTailBytes = int64_t{512} << 10;
constexpr size_t kMostTextBytes = 1000;  // that is searched for
constexpr size_t kPieceBytes = size_t{256} << 10;
constexpr size_t kMostSaidBytes = size_t{2} << 20;

// A log of the request's instance.
struct AskedLog {
  LogBytes bytes;
  std::shared_ptr<IndexedLog> indexed;
  bool grows = false;  // more may come
  std::string name;    // for a file
};

Error NoSuchLog(const std::string& detail) {
  return Error{ErrorCode::kResourceNotFound, detail, {}, ""};
}

bool IsRole(const std::string& role) {
  return !role.empty() && std::ranges::all_of(role, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || letter == '_';
  });
}

// "worker-1", which is also the name of the file.
Result<std::string> ProcessOf(const rest::Call& call) {
  const std::string& role = call.path[kRolePart];
  const auto index = ParseNumber<int>(call.path[kIndexPart], 0, INT32_MAX);
  if (!IsRole(role) || !index.has_value()) {
    return NoSuchLog(fmt::format("the process {} {} does not exist", role, call.path[kIndexPart]));
  }
  if (call.path[kStreamPart] != "output") {
    return Error{ErrorCode::kInvalidCommand,
                 fmt::format("the stream {} does not exist", call.path[kStreamPart]),
                 {},
                 "stdout and stderr of a process are one log, in the order in which they came: "
                 "ask for output"};
  }
  return role == "supervisor" ? role : role + "-" + std::to_string(*index);
}

Result<AskedLog> FindLog(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const Asked asked, FindAsked(call, console, "Read"));
  PAISQL_ASSIGN(const std::string process, ProcessOf(call));
  const std::string name = asked.id() + "-" + process + ".log";
  if (asked.instance != nullptr) {
    // Its jobs print, and statements do not.
    if (process != "sql-0") return NoSuchLog("a statement has no process " + process);
    LogBytes bytes = LogBytes::OfText(asked.instance->trace().said(kMostSaidBytes));
    const std::string key = "said/" + asked.id();
    return AskedLog{std::move(bytes), console.logview->LogOf(key),
                    !asked.instance->status().ended(), name};
  }
  const std::string path = jobs::JobPlaces{asked.Directory()}.Log(process);
  PAISQL_ASSIGN(LogBytes bytes, LogBytes::Open(path));
  return AskedLog{std::move(bytes), console.logview->LogOf(path), !jobs::HasEnded(asked.job->state),
                  name};
}

json LineJson(const ShownLine& line, const std::optional<int64_t>& number) {
  json row = {{"line", number.has_value() ? json(*number) : json()},
              {"at", line.byte},
              {"text", line.text}};
  if (line.level != LogLevel::kNone) row["level"] = LevelName(line.level);
  if (line.is_cut || !line.is_whole) row["bytes"] = line.bytes;
  if (line.is_cut) row["cut"] = true;
  return row;
}

// Which lines a request means.
struct LinesFrom {
  std::optional<int64_t> line;  // nullopt: the last ones
  std::optional<int64_t> byte;
};

Result<LinesFrom> FromOf(const rest::Call& call) {
  constexpr std::string_view kByte = "byte:";
  const std::string text = call.Get("from", "end");
  if (text == "end") return LinesFrom{};
  LinesFrom from;
  if (text.starts_with(kByte)) {
    from.byte = ParseNumber<int64_t>(text.substr(kByte.size()));
  } else {
    from.line = ParseNumber<int64_t>(text);
  }
  if (from.line.has_value() || from.byte.has_value()) return from;
  return Error{ErrorCode::kInvalidCommand, "from is a line's number, byte:N or end", {}, ""};
}

// The first byte of the lines, and the number of the first one where that is known.
std::pair<std::optional<int64_t>, std::optional<int64_t>> BeginOf(const LinesFrom& from,
                                                                  int64_t count,
                                                                  const AskedLog& log) {
  const LineIndex& index = log.indexed->index;
  if (from.line.has_value()) {
    const int64_t line = std::max(*from.line, index.first_line());
    return {index.PlaceOf(line, log.bytes), line};
  }
  if (!from.byte.has_value() && index.IsComplete(log.bytes)) {
    const int64_t line = std::max(index.end_line() - count, index.first_line());
    return {index.PlaceOf(line, log.bytes), line};
  }
  const int64_t byte = from.byte.has_value() ? std::max(*from.byte, log.bytes.begin())
                                             : BeginOfTail(log.bytes, count, kTailBytes);
  return {byte, index.LineAt(byte, log.bytes)};
}

Result<json> LinesJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const LinesFrom from, FromOf(call));
  const auto count = ParseNumber<int64_t>(call.Get("count"), 0, kMostLines).value_or(kUsualLines);
  PAISQL_ASSIGN(const AskedLog log, FindLog(call, console));
  const std::lock_guard lock(log.indexed->mutex);
  LineIndex& index = log.indexed->index;
  index.Extend(log.bytes, SteadyMs() + kLookMs);
  json rows = json::array();
  auto [byte, number] = BeginOf(from, count, log);
  if (count > 0 && byte.has_value()) {
    LinesWanted wanted;
    wanted.count = count;
    for (const ShownLine& line : ReadLines(log.bytes, *byte, wanted)) {
      rows.push_back(LineJson(line, number));
      if (number.has_value()) ++*number;
    }
  }
  return json{{"generation", std::to_string(index.generation())},
              {"begin", log.bytes.begin()},
              {"size", log.bytes.end()},
              {"first_line", index.first_line()},
              {"end_line", index.end_line()},
              {"scanned", index.scanned()},
              {"complete", index.IsComplete(log.bytes)},
              {"grows", log.grows},
              {"rows", std::move(rows)}};
}

Result<LogSearch> SearchOf(const rest::Call& call, const LogBytes& bytes) {
  LogSearch search;
  search.text = call.Get("text");
  search.same_case = call.Get("case") == "1";
  search.backward = call.Get("back") == "1";
  if (call.Get("level") == "warn") search.level = LogLevel::kWarning;
  if (search.text.empty() && !call.Has("level")) {
    return Error{ErrorCode::kInvalidCommand, "a search has a text or a level", {}, ""};
  }
  if (search.text.size() > kMostTextBytes) {
    return Error{ErrorCode::kInvalidCommand, "the text is longer than 1,000 bytes", {}, ""};
  }
  search.from = ParseNumber<int64_t>(call.Get("from"))
                    .value_or(search.backward ? bytes.end() : bytes.begin());
  return search;
}

Result<json> SearchJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const AskedLog log, FindLog(call, console));
  PAISQL_ASSIGN(const LogSearch search, SearchOf(call, log.bytes));
  const LogFound found = SearchLog(log.bytes, search, SteadyMs() + kLookMs);
  json body = {{"next", found.next}, {"done", found.done}, {"at", nullptr}, {"line", nullptr}};
  if (!found.byte.has_value()) return body;
  body["at"] = *found.byte;
  const std::lock_guard lock(log.indexed->mutex);
  log.indexed->index.Extend(log.bytes, SteadyMs() + kLookMs);
  const auto line = log.indexed->index.LineAt(*found.byte, log.bytes);
  if (line.has_value()) body["line"] = *line;
  return body;
}

// A log as it was when it was asked for.
class LogSource final : public http::BodySource {
 public:
  explicit LogSource(LogBytes bytes)
      : bytes_(std::move(bytes)), at_(bytes_.begin()), end_(bytes_.end()) {}

  Result<std::string> Next() override {
    std::string piece(std::min(kPieceBytes, static_cast<size_t>(end_ - at_)), '\0');
    piece.resize(bytes_.Read(at_, piece.size(), piece.data()));
    at_ += std::ssize(piece);
    return piece;
  }

 private:
  const LogBytes bytes_;
  int64_t at_;
  const int64_t end_;
};

}  // namespace

rest::Answer TellLines(const rest::Call& call, Console& console) {
  const Result<json> body = LinesJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer SearchLines(const rest::Call& call, Console& console) {
  const Result<json> body = SearchJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

rest::Answer DownloadLog(const rest::Call& call, Console& console) {
  Result<AskedLog> log = FindLog(call, console);
  if (!log.ok()) return RefusalOf(log.error(), call);
  rest::Answer answer;
  answer.content_type = "text/plain; charset=utf-8";
  // Ids and roles have nothing that a header could not hold.
  answer.headers = {{"Content-Disposition", "attachment; filename=\"" + log->name + "\""},
                    {"X-Content-Type-Options", "nosniff"}};
  answer.source = std::make_shared<LogSource>(std::move(log->bytes));
  return answer;
}

}  // namespace paisql::console
