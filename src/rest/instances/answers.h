#pragma once

// Parts that answers about instances share.

#include <string>
#include <string_view>

#include "instances/instance.h"
#include "rest/bodies/xml_writer.h"
#include "rest/call.h"
#include "rest/instances/instance_results.h"
#include "rest/service.h"

namespace paisql::rest {

// "Running", "Success", as clients read them of a task.
std::string_view StateText(instances::TaskState state);
// "Running" or "Terminated", of an instance.
std::string_view StatusText(const instances::Instance::Status& status);
// <Tasks> with the instance's task; `more` is XML at its end. `name` in place of the task's, "" for
// that.
std::string TasksXml(const instances::Instance& instance, const std::string& more,
                     std::string_view name = "");
// The user who has submitted it, as headers and lists name users.
std::string OwnerOf(const instances::Instance& instance, Service& service);
// The job as its client wrote it; without its secrets, unless the request is its user's own.
std::string SourceFor(const Call& call, const instances::Instance& instance);
Answer JsonAnswer(std::string body);
Answer TextAnswer(std::string body);
Answer NoInstance(const std::string& id);
// Whether the request's user may do it to the instance: "Read" or "Write".
bool MayUse(const Call& call, Service& service, const instances::Instance& instance,
            std::string_view action);
// Whether lists of the request's project have the instances of all users: its owner and its
// administrators see them. A grant on one instance does not put it into lists.
bool SeesAllInstances(const Call& call, Service& service);
// What clients of MaxQA send along from now on. It grants nothing.
void AddQueryCookie(const instances::Instance& instance, Answer& answer);
bool IsMaxQa(const instances::Instance& instance);

// What a question about an instance answers.
using Tell = Answer (*)(const Call& call, Service& service, const instances::InstancePtr& instance);
// 404 where the user sees no such instance, 400 where the request names a task that it has not.
Answer TellOf(const Call& call, Service& service, Tell tell);
// The same as a row of routes needs it.
template <Tell tell>
Answer On(const Call& call, Service& service) {
  return TellOf(call, service, tell);
}

inline constexpr std::string_view kInstancePath = "/projects/{}/instances/{}";

}  // namespace paisql::rest
