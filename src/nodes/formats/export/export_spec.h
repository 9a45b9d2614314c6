#pragma once

// A plain workflow as FlowSpec: the spec that it was imported from with what
// has changed since, or a new one. Pure.

#include <string>
#include <vector>

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// A workflow as it is: flow.yaml's values and files of code.
struct PlainFlow {
  Value flow;      // every node has its file and, also where the SQL says it, what
                   // it waits for
  FileTexts code;  // by the paths that `file` names
  std::string name;
  std::string project;  // the name of the project in outputs
};

enum class SpecShape { kJson, kYaml, kFolder };

struct SpecTarget {
  SpecShape shape = SpecShape::kJson;
  std::string name;  // of the file, or of the folder's workflow
};

// The files of the workflow as a FlowSpec. `origin` has those that it was
// imported from, none for a workflow that began here. What has not changed is
// as it stood there, byte for byte where nothing has; a document with a change
// is written anew, JSON with its own indentation. An error is one of the
// origin.
Result<FileTexts> ExportSpec(const PlainFlow& flow, const FileTexts& origin,
                             const SpecTarget& target);

}  // namespace paisql::nodes
