// The list of a project's instances.

#include <array>

#include "rest/bodies/xml_writer.h"
#include "rest/instances/answers.h"
#include "rest/instances/instance_filter.h"
#include "rest/paging.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

std::string ListedInstanceXml(const instances::Instance& instance, const std::string& owner) {
  const instances::Instance::Status status = instance.status();
  const std::string& user = instance.submission().user;
  std::string body = Element("Name", instance.id()) +
                     Element("Owner", user.empty() ? owner : user) +
                     Element("StartTime", HttpDate(status.started_ms));
  if (status.ended()) body += Element("EndTime", HttpDate(status.ended_ms));
  return Nested("Instance", body + Element("Status", StatusText(status)));
}

// The newest first.
Answer ListInstances(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const auto project = (*catalog)->FindProject(call.path[1]);
  if (!project.ok()) return XmlErrorOf(project.error());
  if (!project->has_value()) {
    return XmlError(404, "NoSuchProject", "The project " + call.path[1] + " is not found");
  }
  const bool all = SeesAllInstances(call, service);
  const InstanceFilter filter(call);
  const Page page = PageOf(call);
  std::string list;
  std::string last;
  size_t count = 0;
  for (const instances::InstancePtr& one : service.instances.List(call.path[1])) {
    // Ids grow, so that a page goes on below the one where the page before has ended.
    if (!page.after.empty() && one->id() >= page.after) continue;
    if (!filter.Takes(*one)) continue;
    if (!all && one->submission().user != call.user) continue;
    if (count++ == page.most) {
      return {200, "application/xml", Nested("Instances", PageXml(page, last) + list)};
    }
    list += ListedInstanceXml(*one, (*project)->owner);
    last = one->id();
  }
  return {200, "application/xml", Nested("Instances", PageXml(page, "") + list)};
}

constexpr std::array kInstanceListRoutes = {
    Route{"GET", "/projects/{}/instances", "", ListInstances},
};

}  // namespace

std::span<const Route> InstanceListRoutes() { return kInstanceListRoutes; }

}  // namespace paisql::rest
