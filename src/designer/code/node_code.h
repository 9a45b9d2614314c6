#pragma once

// The file of a node's code: statements in which ${port} stands for what an edge brings, so that an
// edge changes no code, and a parameter changes nothing else. Pure functions.

#include <string>

#include "designer/code/wiring.h"

namespace paisql::designer {

// "" for a node that runs nothing.
std::string NodeCode(const PipelineNode& node, const NodeType* type, const Wiring& wiring);

// Takes the parameters that stand in the code into the node: those of the statement of a component,
// the text of a SQL script. True when the type keeps them there.
bool ReadCode(const std::string& text, const NodeType* type, PipelineNode& node);

// How many lines of the code come before the line of a user's SQL, and after which of its lines.
struct HeaderPlace {
  int lines = 0;
  int before = 0;  // the lines of the user's text that stand before the header
};
HeaderPlace HeaderOf(const PipelineNode& node);

// The statements of the node with all names in their place, for people.
std::string StatementOf(const PipelineNode& node, const NodeType* type, const Wiring& wiring);

}  // namespace paisql::designer
