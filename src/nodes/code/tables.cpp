#include "nodes/code/code_text.h"

#include "base/text.h"
#include "session/touched_tables.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/tables.h"

namespace paisql::nodes {

namespace {

class Finder {
 public:
  explicit Finder(std::string project) : project_(std::move(project)) {}

  void Add(const syntax::Statement& statement) {
    if (const auto* const use = syntax::If<syntax::UseStatement>(statement)) {
      project_ = use->project.text;
      return;
    }
    const bool makes =
        syntax::IsA<syntax::CreateTableStatement, syntax::CreateViewStatement>(statement);
    // A statement that takes a table away gives nobody rows.
    const bool drops =
        syntax::IsA<syntax::DropTableStatement, syntax::DropViewStatement>(statement);
    const session::TouchedTables touched = session::FindTouchedTables(statement);
    for (const std::string& name : touched.reads) tables_.reads.insert(Qualified(name));
    for (const std::string& name : touched.models_read) {
      tables_.models_read.insert(Qualified(name));
    }
    for (const std::string& name : touched.models_written) {
      tables_.models_written.insert(Qualified(name));
    }
    if (drops) return;
    for (const std::string& name : touched.writes) {
      (makes ? tables_.makes : tables_.writes).insert(Qualified(name));
    }
  }

  NodeTables Take() { return std::move(tables_); }

 private:
  std::string Qualified(const std::string& name) const {
    const bool whole = name.find('.') != std::string::npos;
    return ToLower(whole ? name : project_ + "." + name);
  }

  std::string project_;
  NodeTables tables_;
};

}  // namespace

NodeTables FindNodeTables(std::string_view text, const std::string& project) {
  Finder finder(project);
  for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
    const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement.text);
    if (parsed.ok() && *parsed != nullptr) finder.Add(**parsed);
  }
  return finder.Take();
}

}  // namespace paisql::nodes
