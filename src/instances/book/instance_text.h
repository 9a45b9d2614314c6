#pragma once

// Instances as rows of the home's book (store/instances/instance_book.h), and rows as instances.
// Rows have no secrets (base/secrets/redact.h) of what was submitted.
// Private to instances.

#include <string>

#include "instances/instance.h"
#include "store/instances/instance_book.h"

namespace paisql::instances {

// What is known when it is submitted.
store::InstanceRow RowOf(const Instance& instance, const std::string& server);
// Fills in what has come of it.
void AddOutcome(const Instance::Status& status, const InstanceResult* result,
                const InstanceProgress& progress, const Trace& trace, store::InstanceRow& row);

// Without its rows. What a row of a damaged book does not say is empty.
Submission SubmissionOf(const store::InstanceRow& row);
Instance::Status StatusOf(const store::InstanceRow& row);
InstanceProgress ProgressOf(const store::InstanceRow& row);
TraceFacts TraceOf(const store::InstanceRow& row);
// Null where it has none.
std::shared_ptr<InstanceResult> ResultOf(const store::InstanceRow& row);

}  // namespace paisql::instances
