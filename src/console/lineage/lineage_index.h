#pragma once

// All flows of a project that the home can tell of: its views, the instances and jobs that it
// keeps, and the code of workflows that ran. Flows that were read once are kept by their source, so
// a later question reads only new sources. Safe from any thread; one thread at a time reads of a
// project.

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "console/lineage/flow_reader.h"
#include "console/lineage/lineage_flow.h"
#include "rest/service.h"
#include "store/catalog/table_book.h"

namespace paisql::console {

struct LineagePicture {
  std::vector<std::shared_ptr<const std::vector<LineageFlow>>> flows;
  int64_t sources = 0;  // views, instances, jobs and workflows
  int64_t read = 0;     // of them so far
  bool whole() const { return read == sources; }
};

class LineageIndex {
 public:
  // The index reads on for so long at most, so that an answer need not wait for all. A later call
  // goes on. While another thread reads of the project, the picture is empty and not whole.
  Result<LineagePicture> Look(const std::string& project, rest::Service& service,
                              store::TableBook& book, int most_ms);

 private:
  // A view, an instance, a job or a workflow that flows are read from. Its key changes when it
  // does.
  struct Source {
    std::string key;
    FlowMaker maker;
    std::string place;
    std::string text;  // of statements; of a view its name, of a workflow its folder
    bool names_only = false;
  };
  using Flows = std::shared_ptr<const std::vector<LineageFlow>>;
  struct Known {
    Flows flows;
    std::string tables;  // the state of the tables that a workflow's code was read with
  };
  struct OfProject {
    std::mutex mutex;                    // held while somebody reads
    std::map<std::string, Known> known;  // by key
  };

  std::shared_ptr<OfProject> Of(const std::string& project);
  Result<std::vector<Source>> SourcesOf(const std::string& project, rest::Service& service,
                                        store::TableBook& book);
  Flows Read(const Source& source, store::Catalog& catalog, FlowReader& reader);

  std::mutex mutex_;  // of the map alone
  std::map<std::string, std::shared_ptr<OfProject>> projects_;
};

// The folders of the workflows that are known and that run in the project, or of which nothing says
// where they run.
struct WorkflowFolder {
  std::string path;
  std::string project;  // "": nothing tells it
};
Result<std::vector<WorkflowFolder>> WorkflowFolders(const std::string& project,
                                                    rest::Service& service);

}  // namespace paisql::console
