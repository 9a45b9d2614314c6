#pragma once

// Which tables a statement names, as its text says: the base of --dry-run. Views count as tables,
// and names are not resolved. Subqueries are found in FROM, WITH, WHERE and HAVING.

#include <string>
#include <vector>

namespace paisql::pai {
class Components;
}
namespace paisql::syntax {
struct Definition;
struct Query;
struct Script;
struct Statement;
}  // namespace paisql::syntax

namespace paisql::session {

struct TouchedTables {
  std::vector<std::string> reads;        // each once, in the order of the text
  std::vector<std::string> writes;       // also those that are made, changed and dropped
  std::vector<std::string> models_read;  // by PAI statements
  std::vector<std::string> models_written;
};

// PAI statements are known by the ports of their components: those that this program offers, or
// these.
TouchedTables FindTouchedTables(const syntax::Statement& statement);
TouchedTables FindTouchedTables(const syntax::Statement& statement,
                                const pai::Components& components);
// What a query reads; what the statements and variables of a script do; what a view with parameters
// or an SQL function reads.
TouchedTables FindTouchedTables(const syntax::Query& query);
TouchedTables FindTouchedTables(const syntax::Script& script);
TouchedTables FindTouchedTables(const syntax::Definition& definition);

}  // namespace paisql::session
