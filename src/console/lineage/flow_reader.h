#pragma once

// Finds what statements read and write, down to the columns where the catalog of today still fits
// them. Statements are analysed in a copy of the catalog, so nothing of the home changes and
// nothing runs. Belongs to one thread.

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "console/lineage/lineage_flow.h"
#include "session/session.h"
#include "store/types.h"

namespace paisql::syntax {
struct Statement;
}

namespace paisql::console {

// The tables that a view with parameters or an SQL function of `place` names, as keys. A
// text that cannot be parsed names no tables.
std::vector<std::string> TablesOfDefinition(const std::string& text, const std::string& place);

class FlowReader {
 public:
  // `options` are those of the owner's sessions; the copy is made when the first statement needs
  // it.
  explicit FlowReader(session::SessionOptions options) : options_(std::move(options)) {}

  // The flows of all statements in the text; names without a project are of `place`. Statements
  // that move no rows have no flow. PAI statements have none here: their jobs tell of them.
  std::vector<LineageFlow> ReadStatements(const std::string& text, const std::string& place,
                                          const FlowMaker& maker);
  // The flow from the tables that the query of a view or materialized view reads. Other views count
  // as tables, so that each edge is one step.
  std::vector<LineageFlow> ReadView(const store::Table& view, const std::string& query,
                                    const FlowMaker& maker);
  // The flows of a node's code, which may move to other projects, be a script, or name tables that
  // no run has made yet. Statements that cannot be analysed have flows by names alone.
  std::vector<LineageFlow> ReadCode(const std::string& text, const std::string& place,
                                    const FlowMaker& maker);
  // The flows of a PAI statement: tables and models, without columns.
  static std::vector<LineageFlow> ReadNames(const std::string& text, const std::string& place,
                                            const FlowMaker& maker);
  // Views of the project, which become tables in the copy.
  void ExpectViews(std::vector<store::Table> views) { views_ = std::move(views); }

 private:
  // Null where there cannot be a copy: then only names are known.
  session::Session* Copy(const std::string& place);
  void TurnViewsIntoTables();
  std::vector<LineageFlow> ReadOne(const std::string& text, const std::string& place,
                                   const FlowMaker& maker);

  session::SessionOptions options_;
  std::vector<store::Table> views_;
  std::unique_ptr<session::Session> session_;
  bool tried_ = false;
  int made_ = 0;  // tables of the copy that stand for those of CREATE TABLE AS
  std::string place_;
};

}  // namespace paisql::console
