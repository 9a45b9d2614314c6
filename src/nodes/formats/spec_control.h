#pragma once

// Converts FlowSpec's control nodes to keys of flow.yaml and back: branches, merges, loops,
// languages of assignments. Rows of the table of keys.

#include "nodes/formats/spec.h"

namespace paisql::nodes {

// The ways out of a branch, in their order: [{when, output, description}].
Value ReadBranches(const Spec& spec, const NodeRef& node);
void WriteBranches(Spec& spec, const NodeRef& node, const Value& value);

// The ends that a merge waits for, {name: {from, status}}, and how it judges them.
Value ReadJoin(const Spec& spec, const NodeRef& node);
void WriteJoin(Spec& spec, const NodeRef& node, const Value& value);
Value ReadLogic(const Spec& spec, const NodeRef& node);
void WriteLogic(Spec& spec, const NodeRef& node, const Value& value);

// How often a loop runs at most, and how many turns of it at once.
Value ReadMostTurns(const Spec& spec, const NodeRef& node);
void WriteMostTurns(Spec& spec, const NodeRef& node, const Value& value);
Value ReadParallelTurns(const Spec& spec, const NodeRef& node);
void WriteParallelTurns(Spec& spec, const NodeRef& node, const Value& value);

// The body of a loop, made where it has none; for a node whose kind is one.
Value& LoopBody(Spec& spec, const NodeRef& node);

// The language of an assignment, whose kind does not say it.
Value ReadLanguage(const Spec& spec, const NodeRef& node);
void WriteLanguage(Spec& spec, const NodeRef& node, const Value& value);

// The end of the name of a file of such code; "" for other languages.
std::string EndOfLanguage(std::string_view language);

}  // namespace paisql::nodes
