#pragma once

// The job of a component whose run is a LearnerBuild: a program of ours calls the learner's module
// with what the ports name. Private to pai.

#include "pai/component.h"

namespace paisql::pai {

// The task reaches the program as JSON in the variable PAISQL_LEARNER
// (python/paisql/learners/learner_task.py).
Status BuildLearnerJob(const Component& component, const Parameters& parameters,
                       const BuildContext& context, jobs::JobSpec* spec);

}  // namespace paisql::pai
