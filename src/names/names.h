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
  // There is a temporary table of this name, and what is being made outlives it.
  bool is_temporary = false;
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
  // `place` as store/place.h writes it.
  Names(store::Catalog& catalog, std::string place)
      : catalog_(&catalog), place_(std::move(place)) {}

  store::Catalog& catalog() const { return *catalog_; }
  // Where a name of one word is looked for.
  const std::string& place() const { return place_; }
  std::string project() const;
  // odps.namespace.schema: whether a.b is the table b of the schema a of the project, and not of
  // the project a.
  bool reads_schemas() const { return reads_schemas_; }
  void ReadSchemas(bool reads) { reads_schemas_ = reads; }
  // Where a name is looked for that has these words in front of its last one. Three of them, and a
  // quoted word that is a place itself, mean the same in every session.
  std::string PlaceOf(const std::vector<std::string>& qualifiers) const;
  // The same for the text of a view, which belongs to no session, and is read as when it was made.
  Names Within(const store::Table& view) const;
  Names Within(std::string place) const;

  // A place by its text; the row's name is the place's, as it was made.
  Result<Meaning<store::Project>> Place(const std::string& place) const;
  Result<Meaning<store::Table>> Table(const std::string& project, const std::string& name) const;
  Result<Meaning<store::Resource>> Resource(const std::string& project,
                                            const std::string& name) const;

  Result<Meaning<store::Model>> Model(const std::string& project, const std::string& name) const;

  // The schema of the session's temporary tables (store/upkeep/temporary.h), "" for none. They hide
  // the tables of their names in the place of names of one word.
  void UseTemporary(std::string schema) { temporary_ = std::move(schema); }
  // The place of the project's temporary tables; "" where the session has none.
  std::string TemporaryPlace() const;

  // A table that only queries of the session see, in its current project.
  void AddSessionTable(SessionTable table) { session_tables_.push_back(std::move(table)); }
  // For what outlives the session: it reads neither those nor temporary tables.
  void ForgetSessionTables() {
    session_tables_.clear();
    outlives_session_ = true;
  }
  bool outlives_session() const { return outlives_session_; }
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
  std::string place_;
  bool reads_schemas_ = false;
  std::string temporary_;
  bool outlives_session_ = false;
  const Aliases* aliases_ = nullptr;  // null: there are none
  std::vector<OwnedFunction> owned_;  // in the order of Owner
  std::vector<SessionTable> session_tables_;
};

// The subject of an error about this table.
ErrorSubject AboutTable(std::string_view project, std::string_view table);

// The names of all projects.
Result<std::vector<std::string>> ProjectNames(store::Catalog& catalog);

// Notes in a view or function how its text is read: by these names.
void NoteReading(const Names& names, store::Table& view);
// The same note in another one.
void CopyReading(const store::Table& from, store::Table& to);

}  // namespace paisql::names
