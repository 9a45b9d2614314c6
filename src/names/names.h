#pragma once

// Resolves names for one session in one project: tables and views, resources, models, functions.
// All code that resolves a name asks here, so that SQL, PAI statements and commands find the same
// rows, and a function of a user, a temporary one and a built-in differ only in who owns the row.
//
// A Names is a small value; the catalog and the rows of functions outlive it and what it returns.
// It belongs to the catalog's thread. Errors are the store's alone and know no place: an unknown
// name is an answer here and not an error, since each kind of statement has its own words for it.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "functions/function.h"
#include "store/catalog.h"

namespace paisql::names {

// The row that a name means, or what there is instead.
template <typename Row>
struct Meaning {
  std::optional<Row> row;
  bool project_is_missing = false;
  // Where there is no row: the names of the projects when the project is missing, else those of
  // this kind in the project. For "did you mean".
  std::vector<std::string> others;
};

// The functions that somebody has made. Rows of the same name hide each other in the order of this
// list: what a session has made for itself counts before what its project has, and built-ins come
// last (the platform's page "UDF overview": a UDF is called in place of a built-in of its name).
enum class Owner { kSession, kProject, kBuiltin };

struct OwnedFunction {
  const functions::Function* function = nullptr;
  Owner owner = Owner::kBuiltin;
};

// Rows that a session keeps under a name of its own, such as those of its last result.
struct SessionTable {
  store::Table table;
  std::string problem;  // why it cannot be read, "" when it can
  std::string cure;     // of the problem
};

class Names {
 public:
  Names() = default;
  Names(store::Catalog& catalog, std::string project)
      : catalog_(&catalog), project_(std::move(project)) {}

  store::Catalog& catalog() const { return *catalog_; }
  // Where a name without a project is looked for.
  const std::string& project() const { return project_; }
  // The same for the text of a view, which belongs to a project of its own and to no session.
  Names Within(std::string project) const;

  Result<Meaning<store::Table>> Table(const std::string& project, const std::string& name) const;
  Result<Meaning<store::Resource>> Resource(const std::string& project,
                                            const std::string& name) const;

  Result<Meaning<store::Model>> Model(const std::string& project, const std::string& name) const;

  // A table that only queries of the session see, in its current project.
  void AddSessionTable(SessionTable table) { session_tables_.push_back(std::move(table)); }
  void ForgetSessionTables() { session_tables_.clear(); }
  // Null for any other name.
  const SessionTable* FindSessionTable(std::string_view name) const;
  // Other names of resources of this project, in this session. They outlive what is given here.
  using Aliases = std::map<std::string, std::string>;
  void UseAliases(const Aliases& aliases) { aliases_ = &aliases; }

  // Rows that the session or the project owns, in addition to the built-ins.
  void AddFunctions(Owner owner, const std::vector<const functions::Function*>& rows);
  // nullopt for an unknown name; letter case does not matter.
  std::optional<OwnedFunction> Function(std::string_view name) const;
  std::vector<std::string> FunctionNames() const;

 private:
  template <typename Row>
  Result<Meaning<Row>> Missing(const std::string& project,
                               Result<std::vector<std::string>> others) const;

  store::Catalog* catalog_ = nullptr;
  std::string project_;
  const Aliases* aliases_ = nullptr;  // null: there are none
  std::vector<OwnedFunction> owned_;  // in the order of Owner
  std::vector<SessionTable> session_tables_;
};

// The subject of an error about this table.
ErrorSubject AboutTable(std::string_view project, std::string_view table);

// The names of all projects.
Result<std::vector<std::string>> ProjectNames(store::Catalog& catalog);

}  // namespace paisql::names
