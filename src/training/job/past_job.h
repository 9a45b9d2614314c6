#pragma once

// The circumstances of a past job's statement, as its job.json tells them. Private to training.

#include <string>

#include "training/service/job_service.h"

namespace paisql::training {

// The settings and the script folder of <directory>/job.json, as far as it tells.
PastJob ReadCircumstances(const std::string& directory);

}  // namespace paisql::training
