#pragma once

// The processes of a job, and what each of a distributed one is told of the others
// (PAI's page "TensorFlow task parameters"): --ps_hosts --worker_hosts --job_name --task_index, and
// TF_CONFIG as tf.estimator and tf.distribute want it. Private to jobs.

#include <string>
#include <vector>

#include "jobs/job/job_directory.h"

namespace paisql::jobs {

struct ProcessPlan {
  std::string role;  // "ps", "worker" or "evaluator"
  int index = 0;     // within its role; worker 0 is the chief
  RoleSpec resources;
  std::string address;          // "127.0.0.1:40001"; "" for an evaluator and without a cluster
  std::vector<int> cards = {};  // that it may see; none until the place has given them
  int card_share = kWholeCard;  // of its one card, when it has only a share

  bool IsChief() const { return role == "worker" && index == 0; }
  std::string Name() const { return role + "-" + std::to_string(index); }   // of files
  std::string Title() const { return role + " " + std::to_string(index); }  // for people
};

// Without addresses, in the order of their start.
std::vector<ProcessPlan> PlanProcesses(const JobFile& file);

std::vector<std::string> ClusterArguments(const std::vector<ProcessPlan>& all,
                                          const ProcessPlan& own);
std::string TensorFlowConfig(const JobFile& file, const std::vector<ProcessPlan>& all,
                             const ProcessPlan& own);

}  // namespace paisql::jobs
