#include "render/event.h"

#include <fmt/format.h>

#include <cmath>

#include "base/secrets/redact.h"
#include "engine/text/result_text.h"
#include "types/value_text.h"

namespace paisql::render {

namespace {

std::string ColumnsJson(const std::vector<engine::ResultColumn>& columns) {
  std::string json = "[";
  for (const engine::ResultColumn& column : columns) {
    json += json.size() == 1 ? "{\"name\": " : ", {\"name\": ";
    AppendJsonString(column.name, json);
    json += ", \"type\": ";
    AppendJsonString(column.type.ToString(), json);
    json += "}";
  }
  return json + "]";
}

std::string ProcessJson(const jobs::ProcessProgress& process) {
  std::string json = "{\"role\": ";
  AppendJsonString(process.role, json);
  json += fmt::format(", \"index\": {}, \"state\": ", process.index);
  AppendJsonString(process.state, json);
  if (process.step) json += fmt::format(", \"step\": {}", *process.step);
  if (process.loss && std::isfinite(*process.loss)) {
    json += fmt::format(", \"loss\": {}", *process.loss);
  }
  json += fmt::format(", \"rows_read\": {}, \"rows_written\": {}, \"bytes_read\": {}",
                      process.rows_read, process.rows_written, process.bytes_read);
  json += fmt::format(", \"read_seconds\": {:.3f}, \"step_seconds\": {:.3f}", process.read_seconds,
                      process.step_seconds);
  return json + fmt::format(", \"wait_seconds\": {:.3f}}}", process.wait_seconds);
}

}  // namespace

Event& Event::Text(std::string_view key, std::string_view value) {
  Key(key);
  AppendJsonString(value, json_);
  return *this;
}

Event& Event::Number(std::string_view key, int64_t value) {
  return Raw(key, fmt::format("{}", value));
}

Event& Event::Count(std::string_view key, size_t value) {
  return Raw(key, fmt::format("{}", value));
}

Event& Event::Decimal(std::string_view key, double value) {
  return Raw(key, std::isfinite(value) ? fmt::format("{}", value) : "null");
}

Event& Event::Seconds(double value) { return Raw("seconds", fmt::format("{:.3f}", value)); }

Event& Event::Raw(std::string_view key, std::string_view json) {
  Key(key);
  json_ += json;
  return *this;
}

Event& Event::Of(size_t statement) { return statement == 0 ? *this : Count("number", statement); }

Event& Event::At(const FilePlace& place) {
  if (!place.source.empty()) Text("file", place.source);
  return Number("line", place.line).Number("column", place.column);
}

void Event::Key(std::string_view key) {
  json_ += json_.empty() ? "{\"" : ", \"";
  json_ += key;
  json_ += "\": ";
}

Event ErrorEvent(size_t statement, const Error& error, const FilePlace* place) {
  const std::string general(ErrorCodeText(error.code));
  Event event("error");
  event.Of(statement).Text("code", ErrorCodeName(error.code));
  event.Text("message", error.detail.empty() ? general : general + " - " + Redact(error.detail));
  if (place != nullptr) event.At(*place);
  if (!error.hint.empty()) event.Text("hint", Redact(error.hint));
  return event;
}

Event ProgressEvent(size_t statement, const jobs::JobProgress& progress) {
  Event event("progress");
  event.Of(statement).Decimal("seconds", static_cast<double>(progress.elapsed_ms) / 1000);
  if (!progress.waits_for.empty()) event.Text("waits_for", progress.waits_for);
  std::string processes = "[";
  for (const jobs::ProcessProgress& process : progress.processes) {
    processes += (processes.size() == 1 ? "" : ", ") + ProcessJson(process);
  }
  return event.Raw("processes", processes + "]");
}

Status WriteRows(engine::ResultStream& rows, size_t statement,
                 const std::function<Status(const Event&)>& write, int64_t& count) {
  engine::ResultText text(rows.columns());
  const std::string columns = ColumnsJson(rows.columns());
  bool first = true;
  std::string json = "[";
  size_t held = 0;
  const auto write_held = [&]() -> Status {
    Event event("rows");
    event.Of(statement);
    if (first) event.Raw("columns", columns);
    first = false;
    event.Raw("rows", json + "]");
    json = "[";
    held = 0;
    return write(event);
  };
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, rows.Next());
    if (!batch) break;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      json += held == 0 ? "[" : ", [";
      for (size_t column = 0; column < rows.columns().size(); ++column) {
        if (column > 0) json += ", ";
        text.AppendText(column, row, engine::TextForm::kJson, json);
      }
      json += "]";
      ++count;
      if (++held == kRowsInEvent) PAISQL_TRY(write_held());
    }
  }
  return held > 0 || first ? write_held() : Status::Ok();
}

size_t WholeCharacters(std::string_view text) {
  constexpr size_t kLongest = 4;
  for (size_t back = 1; back < kLongest && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte < 0xC0) continue;
    const size_t size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size > back ? text.size() - back : text.size();
  }
  return text.size();
}

}  // namespace paisql::render
