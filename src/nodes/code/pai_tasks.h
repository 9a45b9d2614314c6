#pragma once

// The content of the platform's PAI nodes: tasks, each with an XML of statements, and what follows
// what.

#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/document/value.h"

namespace paisql::nodes {

struct PaiTask {
  std::string name;           // each once, letter cases aside
  std::string sql;            // its statements in their order; "" for none
  std::vector<size_t> after;  // the tasks that it waits for
};

struct PaiContent {
  std::vector<PaiTask> tasks;
  std::vector<Place> strays;  // relations that name a task that is not there
};

// Whether the document is one: a map with `tasks`.
bool IsPaiContent(const Value& document);

// kParse, with the place in its detail, where a task's text is not XML. Statements that delete
// models become comments: models of the platform's own algorithms are not kept here.
Result<PaiContent> ReadPaiContent(const Value& document, const std::string& path);

// All statements in the text of a file; those of a task follow those of the tasks that it waits
// for.
Result<std::string> StatementsOfPaiContent(const std::string& text, const std::string& path);

}  // namespace paisql::nodes
