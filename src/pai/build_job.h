#pragma once

// A PAI statement becomes a job: the algorithm and its parameters are checked against their tables
// (pai/components.h), values are resolved (tables, resources, buckets, script), and what
// the script will see is spelled as the platform spells it (PAI's page "TensorFlow task
// parameters"). Every mistake is an Error with the place of the name or value that is wrong and the
// nearest right one; nothing is started and nothing is written here.

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/value/build_context.h"
#include "syntax/statement.h"

namespace paisql::pai {

Result<jobs::JobSpec> BuildJob(const syntax::PaiStatement& statement, const BuildContext& context);

}  // namespace paisql::pai
