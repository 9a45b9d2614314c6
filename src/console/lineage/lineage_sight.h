#pragma once

// The parts of a lineage that a user may see: tables that the user may describe, and the user's own
// work. The owner of the project sees all of it that is the project's. Each thing is asked once.
// Belongs to one thread; catalog, call and service outlive it.

#include <map>
#include <optional>
#include <string>

#include "console/console.h"
#include "console/lineage/lineage_graph.h"
#include "rest/call.h"
#include "store/catalog.h"

namespace paisql::console {

class LineageEyes {
 public:
  LineageEyes(const rest::Call& call, Console& console, store::Catalog& catalog,
              const std::string& project);

  bool SeesKey(const std::string& key);
  bool SeesMaker(const FlowMaker& maker);
  LineageSight Sight();
  // The table or view of a key; nullopt for one that is gone, and for a model.
  std::optional<store::Table> TableOf(const std::string& key);

 private:
  const rest::Call& call_;
  Console& console_;
  store::Catalog& catalog_;
  bool IsOfProject(const std::string& place) const;

  const std::string project_;
  const bool owner_;  // of that project; other projects ask for themselves
  std::map<std::string, bool> keys_;
  std::map<std::string, bool> makers_;
};

// "project.schema" and "name" of a key "project.schema.name".
std::pair<std::string, std::string> PlaceAndNameOfKey(const std::string& key);

}  // namespace paisql::console
