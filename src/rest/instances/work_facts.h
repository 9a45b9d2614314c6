#pragma once

// What an instance has done, as the different clients read it. Safe from any thread.

#include <string>

#include "instances/instance.h"

namespace paisql::rest {

// <Progress> with a stage for each statement that has begun.
std::string ProgressXml(const instances::Instance& instance);
// For people: inputs, outputs, time, and each statement's rows.
std::string SummaryText(const instances::Instance& instance);
// The same for programs.
std::string SummaryJson(const instances::Instance& instance);
// Jobs, their stages and the workers of these.
std::string DetailJson(const instances::Instance& instance);
// Of the stage with the position, as logs are asked for: "job_0/M1#0".
std::string LogId(size_t stage);

}  // namespace paisql::rest
