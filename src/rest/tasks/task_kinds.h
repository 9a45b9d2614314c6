#pragma once

// The kinds of tasks that clients submit: what runs for each, or why nothing does. Pure.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rest/tasks/job_request.h"

namespace paisql::rest {

struct TaskKind {
  std::string_view element;  // in the job: "SQL"
  std::string_view type;     // in answers about the instance
  // The statements that do it; null where it is refused.
  Result<std::string> (*statements)(const JobRequest& request);
  // The query is the client's own text, so that a mistake in it is answered at once.
  bool is_text = false;
  // Nothing runs: the code of the platform and the reason, which says what is offered instead. With
  // a code of ODPS the instance is there and fails, as clients that go on without it expect.
  std::string_view code = "";
  std::string_view reason = "";
  // The result in the form that clients read, from the lines that people read; null: as it is.
  std::string (*result)(const std::string& text) = nullptr;
  // The name under which clients look for the result; "": the task's.
  std::string_view result_name = "";
};

std::span<const TaskKind> TaskKinds();
// Null for an unknown one.
const TaskKind* FindTaskKind(std::string_view element);
const TaskKind* FindTaskKindOfType(std::string_view type);

}  // namespace paisql::rest
