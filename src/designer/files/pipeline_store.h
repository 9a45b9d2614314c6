#pragma once

// The pipelines of a home: a folder each, <home>/pipelines/<project>/<id>/. Several threads and
// programs may use it at once: who writes holds a lock of the home's, and what is written has to be
// made of the version that is there. Safe from any thread.

#include <string>
#include <vector>

#include "base/result.h"
#include "designer/pipeline/pipeline.h"

namespace paisql::designer {

// What a list tells of a pipeline.
struct PipelineEntry {
  std::string id;
  std::string name;
  std::string description;
  std::string version;
  int64_t updated_ms = 0;
  size_t nodes = 0;
  std::string problem;  // why it cannot be read; "" for none
};

// What became of a write: the pipeline as it is now, or the other's that was there.
struct Written {
  bool lost_race = false;
  Pipeline pipeline;
};

class PipelineStore {
 public:
  explicit PipelineStore(std::string home) : home_(std::move(home)) {}

  std::string FolderOf(const std::string& project, const std::string& id) const;
  // Lists the pipelines in the order of their names.
  Result<std::vector<PipelineEntry>> List(const std::string& project) const;
  // An error is kIo where the pipeline does not exist, and kParse where its files cannot be read as
  // one.
  Result<Pipeline> Read(const std::string& project, const std::string& id) const;
  // The version of the files as they are; what they say is not read.
  Result<PipelineEntry> Look(const std::string& project, const std::string& id) const;
  // Stores a new pipeline and gives it an id of its own.
  Result<Pipeline> Create(Pipeline pipeline) const;
  // The write is refused where pipeline.version is not the version of the files.
  Result<Written> Write(const Pipeline& pipeline) const;
  Result<Written> Remove(const std::string& project, const std::string& id,
                         const std::string& version) const;

 private:
  Result<Pipeline> Put(const Pipeline& pipeline) const;

  std::string home_;
};

// An id such as "../x", which names no folder of a pipeline, is refused with kInvalidCommand.
Status CheckPipelineId(const std::string& id);

}  // namespace paisql::designer
