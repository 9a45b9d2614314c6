#pragma once

// The values that a job's processes get and that its folder does not hold as they are, because they
// may be secrets: arguments and variables. They go from the session to the supervisor in a file
// without a name, which exists in memory as long as one of the two has it open. Private to
// jobs.

#include "jobs/job/job_directory.h"

namespace paisql::jobs {

// Names the descriptor in the supervisor's environment.
inline constexpr const char* kValuesVariable = "PAISQL_VALUES_FD";

// With the names of the variables that the job's processes do not get (jobs/script/withheld.h).
Result<Descriptor> HandOverValues(const JobFile& file, const std::vector<std::string>& withheld);
// Puts the values into the file; takes the variable out of the environment and closes the
// descriptor. Without the variable the file and the names stay as they are.
Status TakeOverValues(JobFile* file, std::vector<std::string>* withheld);

// The file as the job's folder may hold it.
JobFile WithoutSecrets(const JobFile& file);
// The values of settings or parameters, by their names.
std::map<std::string, std::string> WithoutSecrets(const std::map<std::string, std::string>& values);

}  // namespace paisql::jobs
