#pragma once

// Whom a job is to its buckets. Private to pai.

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

inline constexpr const char* kAccessVariable = "PAISQL_OSS_ACCESS";

// In a home with roles: finds the role of the statement (-Darn, else the default one) and of each
// bucket that it names (role_arn in its URL), refuses what the statement itself reads of a bucket
// when the role may not, and gives the job the rules for its own file operations in
// $PAISQL_OSS_ACCESS (oss/access.h). kAuthorization for a role that is not there, at its place. A
// home without roles has no rules.
Status AddBucketAccess(const Parameters& parameters, const BuildContext& context,
                       jobs::JobSpec* spec);

}  // namespace paisql::pai
