#include "console/workflows/flow_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "console/answers.h"
#include "console/console.h"
#include "flow/confined.h"
#include "nodes/read/read_flow.h"
#include "nodes/run/settle_runs.h"
#include "variables/schedule.h"

namespace paisql::console {

namespace {

using nlohmann::json;

Error WrongMember(const std::string& name, const std::string& what) {
  return {ErrorCode::kInvalidCommand, "'" + name + "' is not " + what, {}, ""};
}

Status TakeText(const json& body, const std::string& name, std::string& value) {
  const auto found = body.find(name);
  if (found == body.end() || found->is_null()) return Status::Ok();
  if (!found->is_string()) return WrongMember(name, "a text");
  value = found->get<std::string>();
  return Status::Ok();
}

Status TakeFlag(const json& body, const std::string& name, bool& value) {
  const auto found = body.find(name);
  if (found == body.end() || found->is_null()) return Status::Ok();
  if (!found->is_boolean()) return WrongMember(name, "true or false");
  value = found->get<bool>();
  return Status::Ok();
}

Status TakeParameters(const json& body, FlowAsk& ask) {
  const auto found = body.find("parameters");
  if (found == body.end() || found->is_null()) return Status::Ok();
  if (!found->is_object()) return WrongMember("parameters", "an object of texts");
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) return WrongMember(name, "a text");
    if (name.empty() || name.find('=') != std::string::npos) {
      return WrongMember(name, "a name of a parameter");
    }
    ask.defined.emplace_back(name, value.get<std::string>());
  }
  return Status::Ok();
}

}  // namespace

Result<FlowBooks::Loan> SettledBook(Console& console) {
  PAISQL_ASSIGN(FlowBooks::Loan book, console.workflows->books.Borrow());
  PAISQL_ASSIGN(const std::vector<store::FlowRun> running, book->ListRunning());
  if (!running.empty()) PAISQL_TRY(nodes::SettleRuns(*book));
  return book;
}

TimeZone ConsoleZone(const Console& console) {
  std::string name = "Asia/Shanghai";
  for (const auto& [key, value] : console.service.options.settings) {
    if (EqualsIgnoreCase(key, "odps.sql.timezone")) name = value;
  }
  Result<TimeZone> zone = TimeZone::Load(name);
  return zone.ok() ? *std::move(zone) : TimeZone();
}

Result<nodes::RunMoment> MomentOfCall(const rest::Call& call, const Console& console) {
  constexpr size_t kDay = 10;
  const std::string now = ConsoleZone(console).FormatMicros(NowMicros());
  nodes::RunMoment moment;
  moment.today = variables::ReadBizdate(now.substr(0, kDay)).value_or(0);
  const std::string asked = call.Get("bizdate");
  const std::optional<int64_t> day = variables::ReadBizdate(asked);
  if (!asked.empty() && !day.has_value()) {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + asked + "' is not a business date",
                 {},
                 "a day of the calendar such as 20260131 or 2026-01-31"};
  }
  moment.bizdate = variables::MakeSchedule(day, std::nullopt, moment.today).bizdate;
  if (!day.has_value()) moment.bizdate = moment.today - 1;
  return moment;
}

std::string ProjectOfFlow(const rest::Call& call, const KnownFlow& known, const nodes::Flow* flow) {
  if (flow != nullptr && !flow->project.empty()) return flow->project;
  if (known.origin == FlowOrigin::kPipeline) return known.Project();
  return ProjectOf(call);
}

Result<nodes::Flow> ReadFlowFor(const rest::Call& call, const KnownFlow& known,
                                std::vector<nodes::Problem>& problems) {
  Result<nodes::Flow> flow = nodes::ReadFlow(known.folder, problems);
  if (!flow.ok() || (call.user.empty() && call.allowed == nullptr)) return flow;
  const std::vector<nodes::Problem> outside = flow::CheckWithinFolder(*flow);
  if (outside.empty()) return flow;
  problems.clear();
  return Error{CodeOf("ODPS-0130013"), outside.front().message, {}, outside.front().hint};
}

std::string GuardOf(const KnownFlow& known, const Result<nodes::Flow>& flow) {
  const std::string project = known.Project();
  return project.empty() && flow.ok() ? flow->project : project;
}

Result<OpenedFlow> OpenFlow(const rest::Call& call, Console& console, const std::string& id) {
  PAISQL_ASSIGN(const FlowBooks::Loan book, console.workflows->books.Borrow());
  PAISQL_ASSIGN(KnownFlow known, FindKnownFlow(id, *book, console.service.options.home_path));
  std::vector<nodes::Problem> problems;
  Result<nodes::Flow> flow = ReadFlowFor(call, known, problems);
  const std::string guard = GuardOf(known, flow);
  PAISQL_TRY(MaySeeFlows(call, console, guard));
  const std::string project = ProjectOfFlow(call, known, flow.ok() ? &*flow : nullptr);
  return OpenedFlow{std::move(known), std::move(flow), std::move(problems), project, guard};
}

Result<OpenedRun> OpenRun(const rest::Call& call, Console& console, const std::string& number) {
  PAISQL_ASSIGN(FlowBooks::Loan book, SettledBook(console));
  const int64_t id = ParseNumber<int64_t>(number).value_or(0);
  PAISQL_ASSIGN(std::optional<store::FlowRun> run, book->FindRun(id));
  if (!run.has_value()) return NoSuchRun(id);
  PAISQL_TRY(MaySeeFlows(call, console, run->project));
  const bool readable = MayReadFlows(call, console, run->project, &*run).ok();
  return OpenedRun{std::move(book), *std::move(run), readable};
}

Result<FlowAsk> ReadFlowAsk(const json& body) {
  FlowAsk ask;
  std::string bizdate;
  PAISQL_TRY(TakeText(body, "bizdate", bizdate));
  PAISQL_TRY(TakeText(body, "first", ask.first));
  PAISQL_TRY(TakeText(body, "last", ask.last));
  if (ask.first.empty()) ask.first = bizdate;
  PAISQL_TRY(TakeText(body, "from", ask.selection.from));
  PAISQL_TRY(TakeText(body, "to", ask.selection.to));
  PAISQL_TRY(TakeText(body, "select", ask.selection.select));
  PAISQL_TRY(TakeFlag(body, "resume", ask.resume));
  PAISQL_TRY(TakeFlag(body, "beside", ask.beside));
  PAISQL_TRY(TakeParameters(body, ask));
  const auto parallel = body.find("parallel");
  if (parallel != body.end() && !parallel->is_null()) {
    if (!parallel->is_number_integer()) return WrongMember("parallel", "a number");
    ask.parallel = static_cast<int>(std::clamp<int64_t>(parallel->get<int64_t>(), -1, INT32_MAX));
  }
  return ask;
}

}  // namespace paisql::console
