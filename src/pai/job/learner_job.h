#pragma once

// The job of a component whose run is a LearnerBuild: a program of ours calls the learner's module
// with what the ports name.

#include <string>

#include "pai/component.h"

namespace paisql::pai {

// The task reaches the program as JSON in the variable PAISQL_LEARNER
// (python/paisql/learners/learner_task.py).
Status BuildLearnerJob(const Component& component, const Parameters& parameters,
                       const BuildContext& context, jobs::JobSpec* spec);

// The store::ModelVersion::training that a check gives to the model that the job would make: rules
// of columns then know what the model will say of its label.
std::string ExpectedTraining(const jobs::JobSpec& spec);

}  // namespace paisql::pai
