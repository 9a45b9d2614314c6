#include "nodes/code/code_text.h"

#include "base/text.h"
#include "session/touched_tables.h"
#include "store/place.h"
#include "syntax/lexer/lexer.h"
#include "syntax/lexer/token_classes.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/script.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/tables.h"

namespace paisql::nodes {

namespace {

class Finder {
 public:
  explicit Finder(std::string project) : project_(std::move(project)) {}

  void Add(const syntax::Statement& statement) {
    if (const auto* const use = syntax::If<syntax::UseStatement>(statement)) {
      const std::string project =
          use->project ? use->project->text : store::ProjectOfPlace(project_);
      project_ = use->schema ? store::PlaceText(project, use->schema->text) : project;
      return;
    }
    if (const auto* const set = syntax::If<syntax::SetStatement>(statement)) {
      if (EqualsIgnoreCase(set->key, "odps.namespace.schema")) {
        reads_schemas_ = EqualsIgnoreCase(Trim(set->value), "true");
      }
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
      tables_.objects_read.insert("model " + Qualified(name));
    }
    for (const std::string& name : touched.models_written) {
      tables_.objects_written.insert("model " + Qualified(name));
    }
    AddResources(statement);
    if (drops) return;
    for (const std::string& name : touched.writes) {
      (makes ? tables_.makes : tables_.writes).insert(Qualified(name));
    }
  }

  void AddQuery(const syntax::Query& query) {
    for (const std::string& name : session::FindTouchedTables(query).reads) {
      tables_.reads.insert(Qualified(name));
    }
  }

  NodeTables Take() { return std::move(tables_); }

  // What looks like a call of f, p.f or p:f: only those count that a node makes.
  void AddCalls(std::string_view text) {
    std::vector<std::string_view> words;
    for (const syntax::ClassedToken& token : syntax::TextTokens(text)) {
      if (!token.visible()) continue;
      const std::string_view word = text.substr(token.begin, token.end - token.begin);
      if (word == "(" && !words.empty()) {
        const size_t last = words.size() - 1;
        const bool qualified = last > 1 && (words[last - 1] == "." || words[last - 1] == ":");
        const std::string project = qualified ? syntax::UnquoteName(words[last - 2]) + "." : "";
        tables_.objects_read.insert("function " +
                                    Qualified(project + syntax::UnquoteName(words[last])));
      }
      words.push_back(word);
    }
  }

 private:
  void AddResources(const syntax::Statement& statement) {
    if (const auto* const add = syntax::If<syntax::AddResourceStatement>(statement)) {
      const std::string file = add->path.substr(add->path.rfind('/') + 1);
      tables_.objects_written.insert(ResourceKey(add->alias.empty() ? file : add->alias));
    } else if (const auto* const made = syntax::If<syntax::CreateFunctionStatement>(statement)) {
      if (made->temporary) return;
      tables_.objects_written.insert("function " + Qualified(made->name.ToString()));
      for (const syntax::Word& word : made->resources) {
        tables_.objects_read.insert(ResourceKey(word.text));
      }
    }
  }

  // Names of resources have dots.
  std::string ResourceKey(const std::string& name) const {
    return "resource " + ToLower(project_) + "." + ToLower(name);
  }

  std::string Qualified(const std::string& name) const {
    const std::vector<std::string> parts = Split(name, '.');
    if (parts.size() == 1) return ToLower(project_ + "." + name);
    const bool schema = parts.size() == 2 && reads_schemas_;
    const std::string place = schema ? store::PlaceText(store::ProjectOfPlace(project_), parts[0])
                              : parts.size() == 3 ? store::PlaceText(parts[0], parts[1])
                                                  : parts[0];
    return ToLower(place + "." + parts.back());
  }

  std::string project_;  // a place, as store/place.h writes it
  bool reads_schemas_ = false;
  NodeTables tables_;
};

void AddStep(const syntax::Step& step, Finder& finder) {
  switch (step.kind) {
    case syntax::StepKind::kStatement:
      return finder.Add(*syntax::As<syntax::StatementStep>(step).statement);
    case syntax::StepKind::kAssign: {
      // What the variable reads, as a SELECT does.
      const auto& assign = syntax::As<syntax::AssignStep>(step);
      if (assign.query != nullptr) finder.AddQuery(*assign.query);
      return;
    }
    case syntax::StepKind::kIf: {
      const auto& node = syntax::As<syntax::IfStep>(step);
      AddStep(*node.then, finder);
      if (node.otherwise != nullptr) AddStep(*node.otherwise, finder);
      return;
    }
    case syntax::StepKind::kLoop:
      return AddStep(*syntax::As<syntax::LoopStep>(step).body, finder);
    case syntax::StepKind::kBlock:
      for (const syntax::StepPtr& inner : syntax::As<syntax::BlockStep>(step).steps) {
        AddStep(*inner, finder);
      }
      return;
  }
}

}  // namespace

NodeTables FindNodeTables(std::string_view text, const std::string& project) {
  Finder finder(project);
  for (const syntax::StatementText& statement : syntax::SplitStatements(text)) {
    finder.AddCalls(statement.text);
    if (statement.kind == syntax::StatementText::Kind::kScript) {
      const Result<syntax::Script> script = syntax::ParseScript(statement.text);
      if (!script.ok()) continue;
      for (const syntax::StepPtr& step : script->steps) AddStep(*step, finder);
      continue;
    }
    const Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement.text);
    if (parsed.ok() && *parsed != nullptr) finder.Add(**parsed);
  }
  return finder.Take();
}

}  // namespace paisql::nodes
