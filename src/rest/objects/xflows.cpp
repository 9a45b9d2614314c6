// The components of PAI statements as clients list them. Every project offers them, and none can be
// made or changed.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "pai/components.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

constexpr int64_t kNoTime = 0;  // components come with the program

std::string_view XFlowOwner() { return pai::AlgorithmProjects().front(); }

// The projects that PAI statements name have components alone, and no home has them.
Status RequireXFlowProject(const Call& call, store::Catalog& catalog) {
  const auto projects = pai::AlgorithmProjects();
  if (std::ranges::find(projects, std::string_view(call.path[1])) != projects.end()) {
    return Status::Ok();
  }
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  return RequireOfProject(call, catalog, project, "List");
}

std::string XFlowXml(std::string_view element, const std::string& name) {
  return Nested(element, Element("Name", name) + Element("Owner", XFlowOwner()) +
                             Element("CreationTime", HttpDate(kNoTime)) +
                             Element("LastModifiedTime", HttpDate(kNoTime)));
}

// Clients in Python read <odpsalgo>, those in Java <xflow>.
Result<std::string> XFlowListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_TRY(RequireXFlowProject(call, catalog));
  const std::string owner = call.Get("owner");
  std::vector<std::string> names;
  if (owner.empty() || EqualsIgnoreCase(owner, XFlowOwner())) {
    names = pai::OfferedComponents().Names();
  }
  std::ranges::sort(names);
  const Page page = PageOf(call);
  std::erase_if(names,
                [&](const std::string& name) { return !page.after.empty() && name <= page.after; });
  const bool more = names.size() > page.most;
  if (more) names.resize(page.most);
  std::string list;
  for (const std::string& name : names) {
    list += XFlowXml("odpsalgo", name) + XFlowXml("xflow", name);
  }
  return Nested("xflows", PageXml(page, more ? names.back() : "") + list);
}

Answer ListXFlows(const Call& call, Service& service) {
  return AnswerRead(call, service, XFlowListXml);
}

// With the parameters of the component.
Result<std::string> OneXFlowXml(const Call& call, store::Catalog& catalog) {
  PAISQL_TRY(RequireXFlowProject(call, catalog));
  const std::optional<pai::Algorithm> found = pai::OfferedComponents().Find(call.path[3]);
  if (!found.has_value()) {
    return Error{ErrorCode::kResourceNotFound, "xflow " + call.path[3] + " is not there", {}, ""};
  }
  std::string parameters;
  for (const pai::Parameter& one : found->component->parameters) {
    parameters += Nested("Parameter", Element("Name", one.name) +
                                          Element("Required", one.required ? "true" : "false") +
                                          Element("Value", one.default_value));
  }
  return Nested("xflow", Element("Name", found->name) + Element("Owner", XFlowOwner()) +
                             Nested("Parameters", parameters));
}

Answer GetXFlow(const Call& call, Service& service) {
  Answer answer = AnswerRead(call, service, OneXFlowXml);
  if (answer.status != 200) return answer;
  const std::string date = HttpDate(kNoTime);
  answer.headers = {{"x-odps-owner", std::string(XFlowOwner())},
                    {"x-odps-creation-time", date},
                    {"Last-Modified", date}};
  return answer;
}

constexpr std::array kXFlowRoutes = {
    Route{"GET", "/projects/{}/xflows", "", ListXFlows},
    Route{"GET", "/projects/{}/xflows/{}", "", GetXFlow},
};

}  // namespace

std::span<const Route> XFlowRoutes() { return kXFlowRoutes; }

}  // namespace paisql::rest
