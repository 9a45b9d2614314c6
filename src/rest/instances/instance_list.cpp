// The list of a project's instances.

#include <array>

#include "base/coding/xml_reader.h"
#include "base/whole_number.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/xml_writer.h"

namespace paisql::rest {

namespace {

std::string_view ListedStatus(const instances::Instance::Status& status) {
  return status.ended() ? "Terminated" : "Running";
}

// Which instances a list has.
struct InstanceWish {
  explicit InstanceWish(const Call& call)
      : status(call.Get("status")), job(call.Get("jobname")), user(call.user) {
    only_own = call.Get("onlyowner") == "yes";
    const std::string range = call.Get("daterange");
    const size_t colon = range.find(':');
    if (colon == std::string::npos) return;
    from = ParseNumber<int64_t>(range.substr(0, colon));
    to = ParseNumber<int64_t>(range.substr(colon + 1));
  }

  bool Takes(const instances::Instance& instance) const {
    const instances::Instance::Status now = instance.status();
    const int64_t seconds = now.started_ms / 1000;
    if (!status.empty() && status != ListedStatus(now)) return false;
    if ((from && seconds < *from) || (to && seconds > *to)) return false;
    if (only_own && instance.submission().user != user) return false;
    return job.empty() || job == JobName(instance.submission().source);
  }

  // The name that the client gave the job, "" for none.
  static std::string JobName(const std::string& source) {
    const Result<XmlDocument> document = XmlDocument::Parse(source);
    if (!document.ok()) return "";
    const XmlElement* const name = document->root().Child("Name");
    return name == nullptr ? "" : std::string(name->text);
  }

  std::string status;
  std::string job;
  std::string user;
  std::optional<int64_t> from;  // seconds since 1970
  std::optional<int64_t> to;
  bool only_own = false;
};

std::string ListedInstanceXml(const instances::Instance& instance, const std::string& owner) {
  const instances::Instance::Status status = instance.status();
  const std::string& user = instance.submission().user;
  std::string body = Element("Name", instance.id()) +
                     Element("Owner", user.empty() ? owner : user) +
                     Element("StartTime", HttpDate(status.started_ms));
  if (status.ended()) body += Element("EndTime", HttpDate(status.ended_ms));
  return Nested("Instance", body + Element("Status", ListedStatus(status)));
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
  const InstanceWish wish(call);
  const Page page = PageOf(call);
  std::string list;
  std::string last;
  size_t count = 0;
  for (const instances::InstancePtr& one : service.instances.List(call.path[1])) {
    if (!call.user.empty() && one->submission().user != call.user) continue;
    // Ids grow, so that a page goes on below the one where the page before has ended.
    if (!page.after.empty() && one->id() >= page.after) continue;
    if (!wish.Takes(*one)) continue;
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
