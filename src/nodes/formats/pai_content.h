#pragma once

// The content of the platform's PAI nodes: tasks, each with an XML of
// statements, and what follows what. It is read alone.

#include "nodes/formats/import_spec.h"

namespace paisql::nodes {

// Whether the document is one: a map with `tasks`.
bool IsPaiContent(const Value& document);

// A node of SQL a task, with its statements in their order; tasks without any
// are points to wait for. kParse where the XML of a task is none.
Result<ImportedFlow> ImportPaiContent(const Value& document, const std::string& path);

}  // namespace paisql::nodes
