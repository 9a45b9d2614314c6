// What clients submit.

#include <array>

#include "base/assert.h"
#include "base/text.h"
#include "rest/addresses.h"
#include "rest/instances/answers.h"
#include "rest/instances/await_end.h"
#include "rest/maxqa.h"
#include "rest/objects/submission_place.h"
#include "rest/routes.h"
#include "rest/tasks/syntax_check.h"
#include "rest/tasks/task_kinds.h"

namespace paisql::rest {

namespace {

using instances::InstancePtr;
using instances::Submission;

// How long a client waits for the end that asks for it by `tryWait`.
constexpr int kTryWaitMs = 1000;
constexpr uint64_t kBodyBytes = uint64_t{64} << 20;
constexpr std::string_view kSuffixOfMaxQa = "_mcqa";

// "" for what begins with no code of the platform.
Answer ParseErrorOf(const Error& error) { return XmlError(400, "ParseError", error.ToString()); }

// Of the one kind whose instance is there and fails.
Error RefusalOf(const TaskKind& kind) {
  constexpr ErrorCode kNoAcceleration = CodeOf("ODPS-1850001");
  PAISQL_ASSERT(FindErrorCode(kind.code) == kNoAcceleration,
                "other kinds that do not run make no instance");
  return {kNoAcceleration, std::string(kind.reason), {}, ""};
}

Result<Submission> SubmissionOf(const Call& call, const TaskKind& kind, JobRequest request) {
  Submission submission;
  if (kind.statements != nullptr) {
    PAISQL_ASSIGN(submission.query, kind.statements(request));
  } else {
    submission.refusal = RefusalOf(kind);
  }
  submission.user = call.user;
  submission.task = std::move(request.name);
  submission.kind = std::string(kind.type);
  submission.settings = std::move(request.settings);
  submission.aliases = std::move(request.aliases);
  submission.priority = request.priority;
  submission.source = std::move(request.source);
  submission.job = std::move(request.job);
  submission.unique_id = std::move(request.unique_id);
  if (call.interactive) submission.id_suffix = kSuffixOfMaxQa;
  return submission;
}

Answer Submitted(const Call& call, Service& service, const InstancePtr& instance) {
  const std::string location =
      EndpointOf(call, service) + "/projects/" + call.path[1] + "/instances/" + instance->id();
  return AtEnd(instance, call.Has("tryWait") ? kTryWaitMs : 0, [=, waits = call.Has("tryWait")] {
    Answer answer{201, "application/xml", "", {{"Location", location}}};
    AddQueryCookie(*instance, answer);
    if (waits && instance->status().ended()) {
      answer.status = 200;
      answer.body = Nested("Instance", TasksXml(*instance, ResultXml(*instance)));
    }
    return answer;
  });
}

// Clients come back after the time of Retry-After.
Answer Refused(const Error& error) {
  if (!instances::IsQueueFull(error)) return XmlErrorOf(error);
  Answer answer = XmlError(409, "FlowExceeded", error.detail);
  answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

Answer SubmitInstance(const Call& call, Service& service) {
  if (call.interactive && !IsMaxQaConnection(call.Header(kMaxQaHeader))) {
    return XmlError(400, "InvalidParameter",
                    std::string("the header ") + kMaxQaHeader + " has no connection of MaxQA");
  }
  const Result<std::string> body = call.WholeBody(kBodyBytes);
  if (!body.ok()) return XmlErrorOf(body.error());
  Result<JobRequest> request = ReadJobRequest(*body);
  if (!request.ok()) return XmlError(400, "InvalidParameter", request.error().detail);
  if (request->estimates) request->element = "XflowEstimate";
  const TaskKind* const kind = FindTaskKind(request->element);
  if (kind == nullptr) {
    return XmlError(400, "InvalidParameter", "a task " + request->element + " is not offered");
  }
  if (kind->statements == nullptr && !FindErrorCode(kind->code).has_value()) {
    return XmlError(400, kind->code, kind->reason);
  }
  if (kind->is_text) {
    const auto mistake = MistakeIn(request->query, request->settings);
    if (mistake.has_value()) return ParseErrorOf(*mistake);
  }
  Result<Submission> submission = SubmissionOf(call, *kind, *std::move(request));
  if (!submission.ok()) return XmlError(400, "InvalidParameter", submission.error().detail);
  const Status placed = PlaceSubmission(call, service, &*submission);
  if (!placed.ok()) return XmlErrorOf(placed.error());
  const Result<InstancePtr> instance = service.instances.Submit(*std::move(submission));
  return instance.ok() ? Submitted(call, service, *instance) : Refused(instance.error());
}

constexpr std::array kSubmitRoutes = {
    Route{"POST", "/projects/{}/instances", "", SubmitInstance, BodyKind::kStatements},
};

}  // namespace

std::span<const Route> SubmitRoutes() { return kSubmitRoutes; }

}  // namespace paisql::rest
