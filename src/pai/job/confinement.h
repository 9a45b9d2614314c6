#pragma once

// SET paisql.job.confine=true: a job sees its own folder, what its statement names, and the
// programs of the machine. Private to pai.

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// Gives the job's processes the folders that they may read ("ro <path>") and write ("rw <path>"), a
// line each, in $PAISQL_CONFINE; they confine themselves before they run the script
// (python/paisql/start/confine.py), which adds what is known there alone. Nothing without the
// setting. Call after AddBucketAccess: buckets the role may not write are granted read-only.
Status AddConfinement(const Parameters& parameters, const BuildContext& context,
                      jobs::JobSpec* spec);

// Call after AddConfinement: a confined job may read this folder, too; "" adds none.
void AllowReading(const std::string& folder, jobs::JobSpec* spec);

// The same of a folder that it may write.
void AllowWriting(const std::string& folder, jobs::JobSpec* spec);

}  // namespace paisql::pai
