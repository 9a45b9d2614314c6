#include "console/logview/instance_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/text.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/logview/asked.h"
#include "console/logview/instance_row.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kUsualRows = 50;
constexpr int64_t kMostRows = 500;
constexpr int64_t kFirstJobs = 500;

// Where a page ends: the moment and the id of its last row.
struct ListCursor {
  int64_t created_ms = INT64_MAX;
  std::string id;
};

ListCursor CursorOf(const rest::Call& call) {
  const std::string text = call.Get("after");
  const size_t colon = text.find(':');
  if (colon == std::string::npos) return {};
  const auto moment = ParseNumber<int64_t>(std::string_view(text).substr(0, colon));
  return moment.has_value() ? ListCursor{*moment, text.substr(colon + 1)} : ListCursor{};
}

bool IsAfter(const InstanceRow& row, const ListCursor& cursor) {
  if (cursor.created_ms == INT64_MAX) return true;
  return std::tie(row.created_ms, row.id) < std::tie(cursor.created_ms, cursor.id);
}

// What the request asks for of the rows.
struct RowChoice {
  RowFilter filter;
  ListCursor cursor;
  bool sees_others = false;
  std::string user;

  bool Takes(const InstanceRow& row) const {
    return IsAfter(row, cursor) && (sees_others || EqualsIgnoreCase(row.owner, user)) &&
           filter.Takes(row);
  }
};

// Adds jobs until there are as many rows as are needed, or no more.
Status AddJobs(const std::string& project, const RowChoice& choice, size_t needed, Jobs& jobs,
               std::vector<InstanceRow>* rows) {
  for (int64_t most = kFirstJobs;; most *= 4) {
    store::JobFilter newest;
    newest.limit = most;
    PAISQL_ASSIGN(const std::vector<store::Job> found, jobs.service->List(project, newest));
    std::vector<InstanceRow> taken;
    for (const store::Job& job : found) {
      if (taken.size() == needed) break;
      InstanceRow row = RowOf(job);
      if (choice.Takes(row)) taken.push_back(std::move(row));
    }
    if (taken.size() < needed && std::ssize(found) == most) continue;
    std::ranges::move(taken, std::back_inserter(*rows));
    return Status::Ok();
  }
}

Result<json> ListJson(const rest::Call& call, Console& console) {
  const std::string project = ProjectOf(call);
  PAISQL_ASSIGN(Jobs jobs, Jobs::Open(console));
  PAISQL_ASSIGN(const std::optional<store::Project> known, jobs.catalog->FindProject(project));
  if (!known.has_value()) {
    return Error{ErrorCode::kProjectNotFound, "the project " + project + " is not found", {}, ""};
  }
  const auto limit = ParseNumber<int64_t>(call.Get("limit"), 1, kMostRows).value_or(kUsualRows);
  const RowChoice choice{RowFilter(call), CursorOf(call), SeesOthers(call, project, *jobs.catalog),
                         call.user};
  const size_t needed = static_cast<size_t>(limit) + 1;
  std::vector<InstanceRow> rows;
  PAISQL_TRY(AddJobs(project, choice, needed, jobs, &rows));
  size_t submitted = 0;
  for (const instances::InstancePtr& one : console.service.instances.List(project)) {
    if (submitted == needed) break;
    InstanceRow row = RowOf(*one, known->owner);
    if (!choice.Takes(row)) continue;
    rows.push_back(std::move(row));
    ++submitted;
  }
  std::ranges::sort(rows, [](const InstanceRow& one, const InstanceRow& other) {
    return std::tie(one.created_ms, one.id) > std::tie(other.created_ms, other.id);
  });
  const bool has_more = std::ssize(rows) > limit;
  if (has_more) rows.resize(static_cast<size_t>(limit));
  json list = json::array();
  for (const InstanceRow& row : rows) list.push_back(RowJson(row, true));
  json body = {{"instances", std::move(list)}, {"after", nullptr}};
  if (has_more) {
    body["after"] = std::to_string(rows.back().created_ms) + ":" + rows.back().id;
  }
  return body;
}

}  // namespace

rest::Answer ListInstanceRows(const rest::Call& call, Console& console) {
  const Result<json> body = ListJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
