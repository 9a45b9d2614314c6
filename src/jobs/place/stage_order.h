#pragma once

// The orders of a SparkPlace to its worker, src/python/paisql/stage/program.py, as texts of frames.
// Private to jobs.

#include <string>
#include <vector>

#include "jobs/place/place.h"
#include "jobs/runtime/launch.h"

namespace paisql::jobs {

// Stands for the address of a process in commands and environments, until its task has one.
std::string NameInPlaceOfAddress(const JobFile& file, const ProcessPlan& plan);

// What the worker has to know of the job and of each process, in the order of the plans.
std::string StageOrder(const JobContext& job, const std::vector<ProcessPlan>& plans);
std::string StartOrder(const std::string& process, ProcessHandle start);
std::string TidyOrder(const std::string& process);
std::string StopOrder(int64_t grace_ms);

}  // namespace paisql::jobs
