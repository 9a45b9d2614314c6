// A page for people about an instance. Whoever has the token of its address sees it
// (identity/allowed.h), without a signature.

#include <array>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "rest/addresses.h"
#include "rest/instances/answers.h"
#include "rest/instances/work_facts.h"
#include "rest/routes.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

using instances::Instance;
using instances::InstancePtr;

constexpr std::string_view kHtml = "text/html; charset=utf-8";
constexpr size_t kShownLogBytes = size_t{64} << 10;

constexpr std::string_view kStyle =
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
    "pre{background:#f4f4f4;padding:.8em;overflow:auto;white-space:pre-wrap}"
    "table{border-collapse:collapse}td,th{padding:.2em 1em .2em 0;text-align:left}"
    ".Failed{color:#a00}.Success{color:#070}";

Answer HtmlAnswer(int status, const std::string& title, const std::string& body) {
  Answer answer{status, kHtml, ""};
  answer.body = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                EscapedXml(title) + "</title><style>" + std::string(kStyle) +
                "</style></head><body><h1>" + EscapedXml(title) + "</h1>" + body + "</body></html>";
  // The page needs nothing from elsewhere, and its address has a token.
  answer.headers = {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"},
                    {"Referrer-Policy", "no-referrer"},
                    {"Cache-Control", "no-store"},
                    {"X-Content-Type-Options", "nosniff"}};
  return answer;
}

std::string Part(std::string_view title, const std::string& text) {
  return text.empty() ? "" : Element("h2", title) + Element("pre", text);
}

std::string Row(std::string_view name, std::string_view value) {
  return Nested("tr", Element("th", name) + Element("td", value));
}

std::string FactsTable(const Instance& instance, Service& service) {
  const Instance::Status status = instance.status();
  const instances::Submission& asked = instance.submission();
  const std::string_view state = StateText(status.state);
  std::string rows = Row("Project", store::ProjectOfPlace(asked.project)) +
                     Row("Owner", OwnerOf(instance, service)) + Row("Task", asked.task) +
                     Row("Type", asked.kind) + "<tr><th>Status</th><td class=\"" +
                     std::string(state) + "\">" + std::string(state) + "</td></tr>" +
                     Row("Start", HttpDate(status.started_ms));
  if (status.ended()) rows += Row("End", HttpDate(status.ended_ms));
  const std::optional<double> fraction = instance.progress().fraction;
  if (!status.ended() && fraction.has_value()) {
    rows += Row("Progress", std::to_string(static_cast<int>(*fraction * 100)) + " %");
  }
  return Nested("table", rows);
}

std::string ErrorText(const Instance& instance) {
  const Instance::Status status = instance.status();
  if (!status.error.has_value()) return "";
  const std::string& hint = status.error->hint;
  return Redact(status.error->ToString() + (hint.empty() ? "" : "\n" + hint));
}

Answer ShowLogview(const Call& call, Service& service) {
  const std::string id = call.Get("i");
  const InstancePtr instance = FindInstance(id, call.user, service);
  if (instance == nullptr ||
      !EqualsIgnoreCase(store::ProjectOfPlace(instance->submission().project), call.Get("p"))) {
    return HtmlAnswer(404, "Instance " + id, "<p>This instance is not found.</p>");
  }
  return HtmlAnswer(200, "Instance " + id,
                    FactsTable(*instance, service) + Part("Error", ErrorText(*instance)) +
                        Part("Statements", Redact(instance->submission().query)) +
                        Part("Summary", SummaryText(*instance)) +
                        Part("Warnings", instance->trace().warnings()) +
                        Part("Output", instance->trace().said(kShownLogBytes)));
}

// Clients put "/logview/?h=…" after it.
Answer TellLogviewHost(const Call& call, Service& service) {
  return TextAnswer(HostOf(call, service));
}

constexpr std::array kLogviewRoutes = {
    Route{"GET", "/logview/host", "", TellLogviewHost},
    Route{"GET", "/logview", "", ShowLogview},
};

}  // namespace

std::span<const Route> LogviewRoutes() { return kLogviewRoutes; }

}  // namespace paisql::rest
