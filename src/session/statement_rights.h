#pragma once

// Which permissions each kind of statement needs: one table, which is asked before a statement
// runs. What a query reads is asked by its analysis, which knows every table (analysis::ReadGuard).
// A name that only a handler can resolve, of a job or of TUNNEL, is asked by that handler.

#include <span>
#include <string_view>
#include <typeinfo>

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// What a permission is about.
enum class Subject {
  kProject,        // the current one, or that of SHOW … IN
  kTargetProject,  // those of the tables that it makes
  kTarget,         // tables and views that it changes, where they are there
  kSource,         // tables and views that it names and reads
  kRead,           // those that a query reads: asked by the analysis
  kResource,
  kFunction,
  kModel,
  kMadeTable,  // that a PAI statement writes: CreateTable on its project where it is new
  kMadeModel,  // likewise with CreateOfflineModel
  kStream,
  kNamed,          // what its handler resolves
  kManager,        // no object: a role of the type admin, or a higher one
  kAdministrator,  // the role admin
  kSuper,          // the role super_administrator
};

struct Right {
  Subject subject;
  std::string_view action = "";
};

// All rows that apply to a statement count.
struct StatementRights {
  const std::type_info& type;
  std::string_view words;  // "CREATE TABLE … AS"
  bool (*applies)(const syntax::Statement&);
  std::span<const Right> rights;
};
std::span<const StatementRights> RightsTable();
// "Update on the table", "the role admin".
std::string RightText(const Right& right, std::string_view words);

// ODPS-0130013 with the first permission that the session's user lacks.
Status CheckRights(const syntax::Statement& statement, Run& run);

// The same for one object of which a handler knows the name.
Status RequireOn(const store::Table& table, std::string_view action, const SourceRange& range,
                 Run& run);
Status RequireOn(const store::Job& job, std::string_view action, const SourceRange& range,
                 Run& run);

}  // namespace paisql::session
