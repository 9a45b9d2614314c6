#pragma once

// Which relations and columns the word at the cursor may name. The statement need not be whole: it
// is read by its words and brackets alone, in front of the cursor and after it. Private to this
// room.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "completion/reading/place.h"
#include "completion/sources/sources.h"

namespace paisql::completion {

// A relation of a FROM.
struct Relation {
  std::string name;     // by which the statement calls it
  std::string project;  // of a table or view of the catalog, else ""
  std::string table;
  std::vector<ColumnName> columns;
};

struct Scope {
  std::vector<Relation> relations;   // those of the query around the cursor, then outer ones
  std::vector<std::string> outputs;  // the names of that query's own columns
  std::vector<std::string> with;     // names that a WITH has given
};

Scope ScopeOf(const Place& place, Sources& sources);

// The table that a statement other than a query is about: after TABLE, INTO, PARTITIONS or DESC,
// in front of the cursor. Its columns are read.
std::optional<Relation> TargetOf(const Place& place, Sources& sources);

// The place of a table's name by the words in front of its last one, as names::Names reads them.
std::string PlaceOf(const std::vector<std::string>& qualifiers, Sources& sources);
bool ReadsSchemas(Sources& sources);

// A table by its name, "project.table" or "table".
Relation TableOf(const std::vector<std::string>& name, Sources& sources);

}  // namespace paisql::completion
