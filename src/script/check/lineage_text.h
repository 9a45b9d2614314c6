#pragma once

// How a lineage is written: for people, for programs, and as a graph.

#include <string>
#include <vector>

#include "render/error_report.h"
#include "session/data_flow.h"

namespace paisql::script {

// The tables and columns that one statement reads and writes.
struct StatementFlow {
  render::FilePlace place;
  size_t statement = 0;  // its number in the file
  session::DataFlow flow;
};

// `columns`: of each column, too.
std::string LineageText(const std::vector<StatementFlow>& flows, bool columns);
// An array of one object a flow.
std::string LineageJson(const std::vector<StatementFlow>& flows);
// A graph in the language of Graphviz: a box a table, with a row a column where these are wanted;
// an arrow leads from what is read to what is written.
std::string LineageGraph(const std::vector<StatementFlow>& flows, bool columns);

}  // namespace paisql::script
