#pragma once

// Where the statements of a submission run: the project of the request, in the schema that its
// settings or `curr_schema` name, with the settings that the project has.

#include "instances/instance.h"
#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

// Fills `project`, and adds settings of the project that the submission does not have itself. Call
// it when the query and the settings are there. kProjectNotFound for an unknown project, which no
// submission makes, and kResourceNotFound for an unknown schema.
Status PlaceSubmission(const Call& call, Service& service, instances::Submission* submission);

}  // namespace paisql::rest
