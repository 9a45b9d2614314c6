#include "completion/statement.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "completion/reading/scope.h"
#include "syntax/expected.h"
#include "types/data_type.h"

namespace paisql::completion {

namespace {

struct StatementContext {
  const Place& place;
  Sources& sources;
  Offer& offer;
};

// The names in front of the dots: {"p", "t"} of "p.t.".
std::vector<std::string> QualifierOf(const Place& place) {
  std::vector<std::string> names;
  for (size_t i = 1; Is(place.Back(i), "."); i += 2) {
    const Token* name = place.Back(i + 1);
    if (name == nullptr || !name->IsWord()) break;
    names.insert(names.begin(), name->Name());
  }
  return names;
}

std::string ColumnDetail(const ColumnName& column, const std::string& relation) {
  std::string detail = column.type;
  if (column.partition) detail += detail.empty() ? "partition" : " partition";
  if (!relation.empty()) detail += (detail.empty() ? "of " : " of ") + relation;
  if (!column.comment.empty()) detail += (detail.empty() ? "" : ", ") + column.comment;
  return detail;
}

void OfferSchemas(const std::string& project, std::string_view behind, StatementContext& context) {
  for (const Name& schema : context.sources.Schemas(project, context.offer.typed()))
    context.offer.AddName(schema.name, context.place, Kind::kProject, schema.detail, behind);
}

// Tables and views, a project or a schema in front of them or not.
void NamesOfTables(StatementContext& context, TableKinds kinds) {
  const std::vector<std::string> qualifier = QualifierOf(context.place);
  if (qualifier.size() > 2 || (qualifier.empty() && Is(context.place.Back(1), "."))) return;
  const std::string own = context.sources.Project();
  const std::string place = PlaceOf(qualifier, context.sources);
  OfferTables(place, kinds, context.place, context.sources, context.offer);
  if (qualifier.size() == 1 && place == qualifier[0]) OfferSchemas(place, ".", context);
  if (!qualifier.empty()) return;
  if (ReadsSchemas(context.sources)) OfferSchemas(own.substr(0, own.find('.')), ".", context);
  OfferProjects(context.place, ".", context.sources, context.offer);
}

template <TableKinds kinds>
void TablesOfKinds(StatementContext& context) {
  NamesOfTables(context, kinds);
}

void Relations(StatementContext& context) {
  if (!Is(context.place.Back(1), ".")) {
    for (const std::string& name : ScopeOf(context.place, context.sources).with)
      context.offer.AddName(name, context.place, Kind::kRelation, "WITH");
  }
  NamesOfTables(context, TableKinds::kAll);
}

// CREATE TABLE t LIKE s; the new table's own name is nobody's to know.
void TableBehindLike(StatementContext& context) {
  const size_t names = 2 * QualifierOf(context.place).size();
  if (Is(context.place.Back(names + 1), "LIKE")) NamesOfTables(context, TableKinds::kTables);
}

// ADD TABLE t AS alias -f
void TableToAdd(StatementContext& context) {
  const size_t names = 2 * QualifierOf(context.place).size();
  if (Is(context.place.Back(names + 1), "TABLE")) NamesOfTables(context, TableKinds::kTables);
}

void NamesOfProjects(StatementContext& context) {
  if (Is(context.place.Back(1), "-")) return;
  OfferProjects(context.place, "", context.sources, context.offer);
}

// DROP PROJECT p, DROP SCHEMA s; a new name is nobody's to know.
void NamespaceToDrop(StatementContext& context) {
  if (!Is(&context.place.tokens.front(), "DROP")) return;
  const std::string own = context.sources.Project();
  const bool schema = context.place.tokens.size() > 1 && context.place.tokens[1].Is("SCHEMA");
  if (schema) return OfferSchemas(own.substr(0, own.find('.')), "", context);
  NamesOfProjects(context);
}

// USE p, USE SCHEMA s
void NamesToUse(StatementContext& context) {
  const std::string own = context.sources.Project();
  if (Is(context.place.Back(1), "SCHEMA"))
    return OfferSchemas(own.substr(0, own.find('.')), "", context);
  NamesOfProjects(context);
}

void ColumnsOf(const Relation& relation, bool partitions_only, StatementContext& context,
               const std::string& shown_of = "") {
  for (const ColumnName& column : relation.columns) {
    if (partitions_only && !column.partition) continue;
    context.offer.AddName(column.name, context.place, Kind::kColumn,
                          ColumnDetail(column, shown_of));
  }
}

// ALTER TABLE t CHANGE c, INSERT INTO t (c
void TargetColumns(StatementContext& context) {
  if (Is(context.place.Back(1), "TO") || Is(context.place.Back(1), "COMPACT")) return;
  if (const std::optional<Relation> table = TargetOf(context.place, context.sources))
    ColumnsOf(*table, false, context);
}

void ColumnsInScope(StatementContext& context, const Scope& scope) {
  const bool several = scope.relations.size() > 1;
  for (const Relation& relation : scope.relations)
    ColumnsOf(relation, false, context, several ? relation.name : "");
}

void ScopeColumns(StatementContext& context) {
  ColumnsInScope(context, ScopeOf(context.place, context.sources));
}

// JOIN … USING (
void UsingColumns(StatementContext& context) {
  const Scope scope = ScopeOf(context.place, context.sources);
  if (!OfferSharedColumns(context.place, scope, context.offer)) ColumnsInScope(context, scope);
}

// a. where a is a column: its fields.
void Fields(const std::string& column, const Scope& scope, StatementContext& context) {
  for (const Relation& relation : scope.relations) {
    for (const ColumnName& known : relation.columns) {
      if (!EqualsIgnoreCase(known.name, column)) continue;
      const Result<DataType> type = ParseDataType(known.type, kMaxDecimalPrecision);
      if (!type.ok() || type->id() != TypeId::kStruct) continue;
      for (size_t i = 0; i < type->field_names().size(); ++i) {
        context.offer.AddName(type->field_names()[i], context.place, Kind::kColumn,
                              type->fields()[i].ToString());
      }
      return;
    }
  }
}

void Qualified(const std::vector<std::string>& qualifier, const Scope& scope,
               StatementContext& context) {
  for (const Relation& relation : scope.relations) {
    if (!EqualsIgnoreCase(relation.name, qualifier.back())) continue;
    if (qualifier.size() > 1 &&
        !EqualsIgnoreCase(relation.project,
                          PlaceOf({qualifier.begin(), qualifier.end() - 1}, context.sources)))
      continue;
    ColumnsOf(relation, false, context);
    return;
  }
  Fields(qualifier.back(), scope, context);
}

// UPDATE t SET c, MERGE … INSERT (c: the columns of the table that changes
void AssignedColumns(StatementContext& context) {
  const Scope scope = ScopeOf(context.place, context.sources);
  const std::vector<std::string> qualifier = QualifierOf(context.place);
  if (!qualifier.empty()) return Qualified(qualifier, scope, context);
  if (!scope.relations.empty()) ColumnsOf(scope.relations.front(), false, context);
}

// Whether the query's own columns have names where the word stands: after its SELECT.
bool SeesOutputs(const Place& place) {
  constexpr std::array kFirst = {"SELECT", "FROM", "WHERE", "ON"};
  constexpr std::array kThen = {"GROUP",      "HAVING",  "ORDER",  "SORT",
                                "DISTRIBUTE", "CLUSTER", "QUALIFY"};
  int depth = 0;
  for (size_t i = place.before; i-- > 0;) {
    const Token& token = place.tokens[i];
    if (token.text == ")") ++depth;
    if (token.text == "(" && --depth < 0) depth = 0;
    if (depth > 0) continue;
    const auto is = [&](const char* word) { return token.Is(word); };
    if (std::any_of(kFirst.begin(), kFirst.end(), is)) return false;
    if (std::any_of(kThen.begin(), kThen.end(), is)) return true;
  }
  return false;
}

// The SELECT among whose columns the word stands; nullptr where it stands elsewhere.
const Token* SelectAround(const Place& place) {
  constexpr std::array kOther = {"FROM", "WHERE", "ON", "VALUES", "HAVING", "BY", "LIMIT"};
  int depth = 0;
  for (size_t i = place.before; i-- > 0;) {
    const Token& token = place.tokens[i];
    if (token.text == ")") ++depth;
    if (token.text == "(" && --depth < 0) depth = 0;
    if (depth > 0) continue;
    if (token.Is("SELECT")) return &token;
    if (std::any_of(kOther.begin(), kOther.end(), [&](const char* word) { return token.Is(word); }))
      return nullptr;
  }
  return nullptr;
}

// Whether the word stands among the columns of a SELECT whose FROM may still come.
bool AwaitsFrom(const Place& place, const Scope& scope) {
  constexpr std::array kEnds = {"SELECT", "UNION", "INTERSECT", "EXCEPT", "MINUS", "INSERT"};
  const Token* select = SelectAround(place);
  if (select == nullptr) return false;
  for (size_t i = place.before; i < place.tokens.size(); ++i) {
    const Token& token = place.tokens[i];
    if (token.depth > select->depth) continue;
    if (token.depth < select->depth || token.text == ")") break;
    if (token.Is("FROM")) return false;
    if (std::any_of(kEnds.begin(), kEnds.end(), [&](const char* word) { return token.Is(word); }))
      break;
  }
  // The relations around a subquery are not its own.
  return scope.relations.empty() || select->depth > 0;
}

// "BIGINT of buyers, orders and 12 others"
std::string ColumnDetail(const ColumnOfTables& column) {
  std::string detail = column.type.empty() ? "of " : column.type + " of ";
  for (size_t i = 0; i < column.tables.size(); ++i) {
    detail += (i == 0 ? "" : ", ") + column.tables[i];
  }
  if (column.others > 0) detail += " and " + std::to_string(column.others) + " others";
  return detail;
}

// A SELECT without FROM: what any table has.
void ColumnsOfAllTables(StatementContext& context) {
  const ColumnsOfTables all =
      context.sources.AllColumns(context.sources.Project(), context.offer.typed());
  if (!all.whole) context.offer.SetPartial();
  for (const ColumnOfTables& column : all.columns)
    context.offer.AddName(column.name, context.place, Kind::kColumn, ColumnDetail(column));
}

void Expression(StatementContext& context) {
  const Scope scope = ScopeOf(context.place, context.sources);
  const std::vector<std::string> qualifier = QualifierOf(context.place);
  const bool open = AwaitsFrom(context.place, scope);
  if (!qualifier.empty()) {
    Qualified(qualifier, scope, context);
    if (open && context.offer.empty())
      ColumnsOf(TableOf(qualifier, context.sources), false, context);
    if (qualifier.size() == 1 && context.offer.empty()) {
      OfferFunctionsOf(PlaceOf(qualifier, context.sources), context.place, context.sources,
                       context.offer);
    }
    return;
  }
  if (Is(context.place.Back(1), ".")) return;
  const bool quoted = context.place.inside == Inside::kQuotedName;
  // A value of a partition is most probably what is wanted, where nothing else is typed.
  if (!quoted && context.place.typed.empty() &&
      OfferPartitionValues(context.place, scope, context.sources, context.offer) &&
      !context.offer.empty())
    return;
  if (!quoted && context.place.typed.empty()) OfferConstants(context.place, context.offer);
  OfferJoinConditions(context.place, scope, context.offer);
  ColumnsInScope(context, scope);
  if (scope.relations.empty()) {
    if (const std::optional<Relation> target = TargetOf(context.place, context.sources))
      ColumnsOf(*target, true, context);
  }
  if (open) ColumnsOfAllTables(context);
  if (SeesOutputs(context.place)) {
    for (const std::string& name : scope.outputs)
      context.offer.AddName(name, context.place, Kind::kColumn, "of SELECT");
  }
  for (const Relation& relation : scope.relations) {
    if (!relation.name.empty())
      context.offer.AddName(relation.name, context.place, Kind::kRelation, relation.table, ".");
  }
  // All of them would hide the columns.
  if (!quoted && !context.place.typed.empty())
    OfferFunctions(context.place, false, context.sources, context.offer);
}

void Functions(StatementContext& context) {
  const bool lateral = Is(context.place.Back(1), "VIEW") ||
                       (Is(context.place.Back(1), "OUTER") && Is(context.place.Back(2), "VIEW"));
  if (lateral) OfferFunctions(context.place, true, context.sources, context.offer);
}

// Nobody drops or reloads a built-in one.
void NamesOfFunctions(StatementContext& context) {
  const Token& first = context.place.tokens.front();
  const bool describes = !first.Is("DROP") && !first.Is("RELOAD");
  OfferFunctionNames(describes, context.sources, context.offer);
}

void PartitionColumns(StatementContext& context) {
  OfferPartitionColumns(context.place, context.sources, context.offer);
}

void Types(StatementContext& context) {
  const bool lower = WritesLowerCase(context.place);
  for (const std::string& name : DataTypeNames()) {
    context.offer.Add(lower ? ToLower(name) : name, Kind::kType);
  }
}

void TableOfStream(StatementContext& context) {
  if (Is(context.place.Back(1), "TABLE")) TablesOfKinds<TableKinds::kTables>(context);
}

// DROP FUNCTION IF EXISTS f, DESC FUNCTION EXTENDED f; a new name is nobody's to know.
bool NamesFunction(const Place& place) {
  if (place.before == 0 || place.tokens.front().Is("CREATE")) return false;
  size_t words = 1;
  while (Is(place.Back(words), "IF") || Is(place.Back(words), "EXISTS") ||
         Is(place.Back(words), "EXTENDED")) {
    ++words;
  }
  return Is(place.Back(words), "FUNCTION");
}

// The names that a rule of the grammar needs. A rule without a row takes a new name, or one that
// nobody could know.
struct NameRule {
  std::string_view rule;
  bool in_list;
  void (*offer)(StatementContext& context);
};

constexpr NameRule kNameRules[] = {
    {"relationPrimary", false, Relations},
    {"insertTarget", false, TablesOfKinds<TableKinds::kTables>},
    {"changedTable", false, TablesOfKinds<TableKinds::kTables>},
    {"assignment", false, AssignedColumns},
    {"assignment", true, AssignedColumns},
    {"mergeAction", true, AssignedColumns},
    {"loadStatement", false, TablesOfKinds<TableKinds::kTables>},
    {"unloadStatement", false, TablesOfKinds<TableKinds::kAll>},
    {"repairStatement", false, TablesOfKinds<TableKinds::kTables>},
    {"alterView", false, TablesOfKinds<TableKinds::kViews>},
    {"insertTarget", true, TargetColumns},
    {"createTable", false, TableBehindLike},
    {"dropTable", false, TablesOfKinds<TableKinds::kTables>},
    {"restoreTable", false, TablesOfKinds<TableKinds::kTables>},
    {"truncateTable", false, TablesOfKinds<TableKinds::kTables>},
    {"streamStatement", false, TableOfStream},
    {"cloneTable", false, TablesOfKinds<TableKinds::kTables>},
    {"alterTable", false, TablesOfKinds<TableKinds::kTables>},
    {"alterAction", false, TargetColumns},
    {"alterAction", true, TargetColumns},
    {"dropView", false, TablesOfKinds<TableKinds::kViews>},
    {"showStatement", false, TablesOfKinds<TableKinds::kAll>},
    {"summarizeStatement", false, TablesOfKinds<TableKinds::kAll>},
    {"describeStatement", false, TablesOfKinds<TableKinds::kAll>},
    {"addResource", false, TableToAdd},
    {"inProject", false, NamesOfProjects},
    {"useStatement", false, NamesToUse},
    {"namespaceStatement", false, NamespaceToDrop},
    {"partitionKey", false, PartitionColumns},
    {"primary", false, Expression},
    {"selectItem", false, Expression},
    {"functionCall", false, Functions},
    {"starExcept", true, ScopeColumns},
    {"joinCondition", true, UsingColumns},
    {"pivotColumns", false, ScopeColumns},
    {"typeName", false, Types},
};

void OfferNames(const std::vector<syntax::NamePlace>& wanted, StatementContext& context) {
  for (const NameRule& rule : kNameRules) {
    const bool here =
        std::any_of(wanted.begin(), wanted.end(), [&](const syntax::NamePlace& place) {
          return place.rule == rule.rule && place.in_list == rule.in_list;
        });
    if (here) rule.offer(context);
  }
}

// Words that the grammar takes as names, by the words in front of them.
struct WordRule {
  std::string_view statement;  // the first word of the statement, or "" for any
  std::vector<std::string> front;
  std::vector<std::string> words;
};

const std::vector<WordRule>& WordRules() {
  static const std::vector<WordRule> kRules = {
      {"MERGE", {"WHEN"}, {"MATCHED"}},
      {"MERGE", {"WHEN", "NOT"}, {"MATCHED"}},
      {"MERGE", {"MATCHED", "BY"}, {"SOURCE", "TARGET"}},
      {"ALTER", {"MERGE"}, {"SMALLFILES"}},
      {"ALTER", {"COMPACT"}, {"MAJOR", "MINOR"}},
      {"", {"VERSION", "AS"}, {"OF"}},
      {"", {"TIMESTAMP", "AS"}, {"OF"}},
      {"", {"VERSION", "AS", "OF"}, {"GET_LATEST_VERSION('"}},
      {"", {"TIMESTAMP", "AS", "OF"}, {"GET_LATEST_TIMESTAMP('"}},
  };
  return kRules;
}

void OfferWords(StatementContext& context) {
  const Place& place = context.place;
  if (place.before == 0) return;
  size_t first = 0;
  while (first + 1 < place.before && place.tokens[first].Is("EXPLAIN")) ++first;
  for (const WordRule& rule : WordRules()) {
    if (!rule.statement.empty() && !place.tokens[first].Is(rule.statement)) continue;
    size_t back = rule.front.size();
    const bool here = std::all_of(rule.front.begin(), rule.front.end(),
                                  [&](const auto& word) { return Is(place.Back(back--), word); });
    if (here) context.offer.AddKeywords(rule.words, place);
  }
}

// FROM t VERSION AS OF n: after a table's name, where an alias may stand, too.
void OfferVersions(const std::vector<syntax::NamePlace>& wanted, StatementContext& context) {
  const Place& place = context.place;
  const bool here = std::any_of(wanted.begin(), wanted.end(), [](const syntax::NamePlace& one) {
    return one.rule == "relationAlias";
  });
  if (!here || place.before < 2 || !place.Back(1)->IsName()) return;
  size_t name = 1;
  while (Is(place.Back(name + 1), ".")) name += 2;
  const Token* front = place.Back(name + 1);
  if (!Is(front, "FROM") && !Is(front, "JOIN") && !Is(front, "USING") && !Is(front, ",")) return;
  context.offer.AddKeywords(
      {"TIMESTAMP AS OF", "TIMESTAMP BETWEEN", "VERSION AS OF", "VERSION BETWEEN"}, place);
}

}  // namespace

void OfferTables(const std::string& project, TableKinds kinds, const Place& place, Sources& sources,
                 Offer& offer) {
  for (const TableName& table : sources.Tables(project, offer.typed())) {
    if (kinds == TableKinds::kTables && table.view) continue;
    if (kinds == TableKinds::kViews && !table.view) continue;
    if (kinds == TableKinds::kPartitioned && !table.has_partitions) continue;
    offer.AddName(table.name, place, table.view ? Kind::kView : Kind::kTable, table.comment);
  }
}

void OfferProjects(const Place& place, std::string_view behind, Sources& sources, Offer& offer) {
  for (const Name& project : sources.Projects(offer.typed()))
    offer.AddName(project.name, place, Kind::kProject, project.detail, behind);
}

void CompleteStatement(const Place& place, Sources& sources, Offer& offer) {
  StatementContext context{place, sources, offer};
  if (OfferClassAndResources(place, sources, offer)) return;
  if (place.inside == Inside::kString) {
    if (!OfferConstants(place, offer))
      OfferPartitionValues(place, ScopeOf(place, sources), sources, offer);
    return;
  }
  const syntax::Expected expected = syntax::ExpectedAfter(place.front());
  // The grammar alone cannot know what kind of table a statement is about.
  if (Is(place.Back(1), "PARTITIONS")) {
    OfferTables(sources.Project(), TableKinds::kPartitioned, place, sources, offer);
  } else if (NamesFunction(place)) {
    NamesOfFunctions(context);
  } else {
    OfferNames(expected.names, context);
  }
  if (place.inside != Inside::kQuotedName) {
    offer.AddKeywords(expected.keywords, place);
    OfferWords(context);
    OfferVersions(expected.names, context);
  }
  offer.SetSignature(SignatureAround(place, sources));
}

}  // namespace paisql::completion
