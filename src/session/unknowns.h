#pragma once

// Collects the things that a check cannot know: which partitions hold rows, partitions that only
// rows would name, and tables whose CREATE has errors. Statements that use them are not at fault
// when they are missing. Private to this room.

#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "names/names.h"
#include "syntax/query.h"
#include "syntax/statement.h"

namespace paisql::session {

class Output;

class Unknowns {
 public:
  // A statement has made partitions, and only running it would tell which.
  void NotePartitions() { partitions_ = true; }

  // A statement has written rows, which a check does not keep.
  void NoteRows() { rows_ = true; }
  bool rows() const { return rows_; }

  // A statement writes files, as \g > FILE does.
  void NoteFiles() { files_ = true; }

  // A statement makes a table of which the columns may not be known: "[project.]table".
  void NoteMadeTable(std::string_view name, const names::Names& names);

  // Code of another language runs before the statements that follow: it may make anything. What it
  // changes of a table that is there nobody looks for.
  void NoteOtherCode();

  // A statement was checked. Some write files, and jobs that began before may make tables.
  void NoteStatement(const syntax::Statement& statement);

  // A statement was not read, because variables of it have errors: most are not defined. Each such
  // error counts once in a script: ok when earlier statements have had all of them.
  Status ExcuseVariables(Error error, std::string_view statement);

  // The error of a statement without those of its errors that follow from what is not known: they
  // become warnings. What the statement would have made is not known from now on.
  Status Excuse(Error error, const syntax::Statement& statement, const names::Names& names,
                Output& out);

 private:
  void NoteTable(const syntax::QualifiedName& name, const names::Names& names);

  bool Excuses(const Error& error) const;

  bool partitions_ = false;
  bool rows_ = false;
  bool files_ = false;                 // somebody may have made files
  bool resources_ = false;             // somebody may have added resources
  bool models_ = false;                // somebody may have made models
  bool services_ = false;              // somebody may have made services
  bool jobs_ = false;                  // somebody may have started jobs
  bool any_table_ = false;             // somebody may have made tables that nobody names
  bool other_code_ = false;            // somebody may have made or dropped anything
  std::set<std::string> tables_;       // whose statements have errors, as ErrorSubject names them
  std::set<std::string> made_tables_;  // whose columns are not known
  std::set<std::string> variables_;    // what was wrong with variables so far
};

}  // namespace paisql::session
