// Components of PAI that run as instances: what they were asked, and the instances below them.

#include <array>

#include "rest/instances/answers.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

using instances::Instance;
using instances::InstancePtr;

bool IsXflow(const Instance& instance) {
  return instance.submission().source.starts_with("<XflowInstance");
}

Answer NotXflow(const Instance& instance) {
  return XmlError(400, "InvalidParameter",
                  "The instance " + instance.id() + " is not one of a PAI component");
}

// The text that people read of its end.
std::string EndText(const Instance& instance) {
  const Instance::Status status = instance.status();
  if (status.error.has_value()) return status.error->ToString();
  const auto result = instance.result();
  return result == nullptr ? "" : result->text;
}

// A component is one step, which is the instance itself: clients ask it for its log and summary.
Answer TellActions(const Call& /*call*/, Service& /*service*/, const InstancePtr& instance) {
  if (!IsXflow(*instance)) return NotXflow(*instance);
  const std::string action = Element("InstanceId", instance->id()) +
                             Element("Name", instance->submission().task) +
                             Element("Result", EndText(*instance));
  return {200, "application/xml",
          "<Xinstance><Actions><Action NodeType=\"Instance\">" + action +
              "</Action></Actions></Xinstance>"};
}

Answer TellXflow(const Call& call, Service& /*service*/, const InstancePtr& instance) {
  if (!IsXflow(*instance)) return NotXflow(*instance);
  return {200, "application/xml", Nested("Instance", SourceFor(call, *instance))};
}

// A question with an answer of its own form, which no client shows that has been read.
Answer RefuseSubInstances(const Call& /*call*/, Service& /*service*/,
                          const InstancePtr& /*instance*/) {
  return XmlError(405, "MethodNotAllowed", "subinstance is not offered: ask xresult");
}

constexpr std::array kXflowRoutes = {
    Route{"GET", kInstancePath, "xresult", On<TellActions>},
    Route{"GET", kInstancePath, "xsource", On<TellXflow>},
    Route{"GET", kInstancePath, "subinstance", On<RefuseSubInstances>},
};

}  // namespace

std::span<const Route> InstanceXflowRoutes() { return kXflowRoutes; }

}  // namespace paisql::rest
