#pragma once

// The parts of a JobSpec, one parameter after another. Private to pai.

#include <string>
#include <vector>

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"
#include "pai/value/values.h"

namespace paisql::pai {

// Builders for the rows of tensorflow_components.cpp: a user's script with its arguments, and a
// program of ours that serves the summaries of a folder.
Status BuildScriptJob(const Parameters& parameters, const BuildContext& context,
                      jobs::JobSpec* spec);
Status BuildBoardJob(const Parameters& parameters, const BuildContext& context,
                     jobs::JobSpec* spec);

class JobBuilder {
 public:
  JobBuilder(const Parameters& parameters, const BuildContext& context, jobs::JobSpec* spec)
      : parameters_(parameters), context_(context), spec_(*spec) {}

  Status BuildScript();
  Status BuildBoard();

 private:
  static Part Whole(const syntax::PaiParameter& parameter);
  void AddArgument(const std::string& name, const std::vector<std::string>& values);
  Status Script();
  Status EntryFile(const syntax::PaiParameter& script, const syntax::PaiParameter* entry);
  void Requirements(const std::vector<std::string>& files);
  Status Tables();
  Status Outputs();
  // The bucket of a folder that the job reads or writes: one that does not exist is made when the
  // job starts.
  Status UseBucket(const Part& part);
  Status Buckets();
  // A folder with a slash at its end, since scripts append names to it. A file stays as it is.
  Result<std::string> FolderUrl(const Part& part);
  // Whether the name is that of an object, and not of a folder.
  Result<bool> IsObject(const Part& part);
  Status CheckpointDir();
  Status Volumes();
  Status HyperParameters();
  Status UserDefinedParameters();
  void PutVolumeFolders();

  // job_processes.cpp
  Status Processes();
  Status DistributedProcesses(const syntax::PaiParameter& cluster);
  void Limits();

  const Parameters& parameters_;
  const BuildContext& context_;
  jobs::JobSpec& spec_;
  std::vector<std::string> volume_folders_;
};

}  // namespace paisql::pai
