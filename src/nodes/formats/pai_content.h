#pragma once

// The content of a PAI node (nodes/code/pai_tasks.h) as a workflow of its own.

#include <string>

#include "nodes/formats/import_spec.h"

namespace paisql::nodes {

// A node of SQL a task, with its statements in their order; tasks without any are points to wait
// for. kParse where a task's text is not XML.
Result<ImportedFlow> ImportPaiContent(const Value& document, const std::string& path);

}  // namespace paisql::nodes
