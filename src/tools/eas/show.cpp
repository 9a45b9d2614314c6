// Tables of `paisql eas` about services, from SHOW SERVICES and DESC SERVICE.

#include <algorithm>

#include "base/text.h"
#include "session/display/layout.h"
#include "syntax/statements/show.h"
#include "tools/eas/context.h"

namespace paisql::tools {

namespace {

struct Renamed {
  std::string_view ours;
  std::string_view name;
};
constexpr Renamed kDescribed[] = {
    {"State", "Status"},          {"Name", "ServiceName"},
    {"CreatedTime", "CreatedAt"}, {"LastModifiedTime", "UpdatedAt"},
    {"Token", "AccessToken"},     {"Address", "IntranetEndpoint"},
    {"Version", "Version"},       {"Serves", "ModelPath"},
    {"Share", "Weight"},          {"Processor", "Processor"},
    {"Ready", "ReadyInstance"},   {"LastError", "Message"},
    {"Group", "ServiceGroup"},    {"GroupShare", "GroupWeight"},
};

}  // namespace

Result<EasFacts> FactsOf(const std::string& service, EasContext& context) {
  syntax::DescribeStatement describe;
  describe.what = syntax::DescribeWhat::kService;
  syntax::Identifier name;
  name.text = service;
  describe.name.parts.push_back(std::move(name));
  PAISQL_TRY(context.Run(describe));
  EasFacts facts;
  for (const auto& row : context.sink.answer().rows) {
    facts.emplace_back(row[0].value_or(""), row[1].value_or(""));
  }
  return facts;
}

std::string FactOf(const EasFacts& facts, std::string_view name) {
  for (const auto& [known, value] : facts) {
    if (known == name) return value;
  }
  return "";
}

std::string NamedBox(const EasFacts& rows) {
  size_t names = 0;
  size_t values = 0;
  for (const auto& [name, value] : rows) {
    names = std::max(names, name.size());
    values = std::max(values, value.size());
  }
  const std::string rule =
      "+" + std::string(names + 2, '-') + "+" + std::string(values + 2, '-') + "+\n";
  std::string text = rule;
  for (const auto& [name, value] : rows) {
    text += "| " + std::string(names - name.size(), ' ') + name + " | " + value +
            std::string(values - value.size(), ' ') + " |\n";
  }
  return text + rule;
}

Status ListServices(EasContext& context) {
  syntax::ShowStatement show;
  show.what = syntax::ShowWhat::kServices;
  PAISQL_TRY(context.Run(show));
  const session::Answer services = context.sink.answer();
  session::Answer answer;
  answer.columns = {"SERVICENAME", "REGION", "INSTANCE", "CREATETIME",
                    "UPDATETIME",  "STATUS", "WEIGHT",   "SERVICEPATH"};
  for (const auto& row : services.rows) {
    const std::string name = row[0].value_or("");
    PAISQL_ASSIGN(const auto facts, FactsOf(name, context));
    for (size_t i = 0; i < facts.size(); ++i) {
      if (facts[i].first != "Share") continue;
      const std::string ready =
          FactOf({facts.begin() + static_cast<std::ptrdiff_t>(i), facts.end()}, "Ready");
      const std::string weight = facts[i].second.substr(0, facts[i].second.find(' '));
      answer.rows.push_back({name, "local", ready.substr(ready.find('/') + 1),
                             FactOf(facts, "CreatedTime"), FactOf(facts, "LastModifiedTime"),
                             FactOf(facts, "State"), weight, "/api/predict/" + name});
    }
  }
  context.out = session::Box(answer);
  return Status::Ok();
}

Status DescribeEasService(EasContext& context) {
  PAISQL_ASSIGN(const auto facts, FactsOf(context.words[0], context));
  EasFacts rows;
  for (const auto& [name, value] : facts) {
    for (const Renamed& row : kDescribed) {
      if (row.ours == name) rows.emplace_back(row.name, value);
    }
  }
  context.out = NamedBox(rows);
  return Status::Ok();
}

Status ListWorkers(EasContext& context) {
  PAISQL_ASSIGN(const auto facts, FactsOf(context.words[0], context));
  session::Answer answer;
  answer.columns = {"INSTANCENAME", "STATUS", "READY", "RESTARTS", "REASON"};
  std::string version;
  for (size_t i = 0; i < facts.size(); ++i) {
    const auto& [name, value] = facts[i];
    if (name == "Version") version = value.substr(0, value.find(' '));
    if (!name.starts_with("Instance ")) continue;
    const std::vector<std::string> parts = Split(value, ',');
    std::string restarts = "0";
    for (const std::string& part : parts) {
      if (part.find("restart") != std::string::npos) {
        restarts = std::string(Trim(part)).substr(0, Trim(part).find(' '));
      }
    }
    const bool failed = i + 1 < facts.size() && facts[i + 1].first == "LastError";
    const std::string state = parts.empty() ? "" : parts.front();
    answer.rows.push_back(
        {context.words[0] + "-v" + version + "-" + name.substr(name.find(' ') + 1), state,
         state == "ready" ? "1/1" : "0/1", restarts, failed ? facts[i + 1].second : ""});
  }
  context.out = session::Box(answer);
  return Status::Ok();
}

}  // namespace paisql::tools
