#include "nodes/code/tables.h"

#include "base/text.h"
#include "session/touched_tables.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"

namespace paisql::nodes {

namespace {

// Parameters of algorithms that name tables; in lower case.
constexpr std::string_view kReads[] = {"tables", "inputtable", "inputtablename", "inputtablenames"};
constexpr std::string_view kWrites[] = {"outputs", "outputtable", "outputtablename"};

template <size_t size>
bool Holds(const std::string_view (&names)[size], const std::string& key) {
  for (const std::string_view name : names) {
    if (EqualsIgnoreCase(name, key)) return true;
  }
  return false;
}

class Finder {
 public:
  explicit Finder(std::string project) : project_(std::move(project)) {}

  void Add(const syntax::Statement& statement) {
    using syntax::StatementKind;
    if (statement.kind == StatementKind::kUse) {
      project_ = syntax::As<syntax::UseStatement>(statement).project.text;
      return;
    }
    if (statement.kind == StatementKind::kPai) {
      return AddPai(syntax::As<syntax::PaiStatement>(statement));
    }
    const bool makes = statement.kind == StatementKind::kCreateTable ||
                       statement.kind == StatementKind::kCreateView;
    // What takes a table away gives nobody rows.
    const bool drops =
        statement.kind == StatementKind::kDropTable || statement.kind == StatementKind::kDropView;
    const session::TouchedTables touched = session::FindTouchedTables(statement);
    for (const std::string& name : touched.reads) tables_.reads.insert(Qualified(name));
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

  void AddPai(const syntax::PaiStatement& statement) {
    for (const syntax::PaiParameter& parameter : statement.parameters) {
      const bool reads = Holds(kReads, parameter.key);
      if (!reads && !Holds(kWrites, parameter.key)) continue;
      std::set<std::string>& names = reads ? tables_.reads : tables_.writes;
      for (const std::string& one : Split(parameter.value, ',')) AddPlace(Trim(one), names);
    }
  }

  // "odps://project/tables/table/ds=1", or a name.
  void AddPlace(std::string_view place, std::set<std::string>& names) const {
    constexpr std::string_view kScheme = "odps://";
    if (!place.starts_with(kScheme)) {
      if (!place.empty()) names.insert(Qualified(std::string(place)));
      return;
    }
    const std::vector<std::string> parts = Split(place.substr(kScheme.size()), '/');
    if (parts.size() >= 3 && EqualsIgnoreCase(parts[1], "tables")) {
      names.insert(ToLower(parts[0] + "." + parts[2]));
    }
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
