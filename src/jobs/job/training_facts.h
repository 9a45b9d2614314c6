#pragma once

// What the catalog keeps of the job that trained a version of a model.

#include <string>

#include "store/types.h"

namespace paisql::jobs {

// A JSON object (docs/internals/formats.md has its members): the job's parameters without secrets,
// its steps and last loss, and the tables that it read, at which snapshot. `directory` is the job's
// folder; the tables of a job whose folder is gone are not known any more.
std::string TrainingFacts(const std::string& directory, const store::Job& job);

}  // namespace paisql::jobs
