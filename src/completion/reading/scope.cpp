#include "completion/reading/scope.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "completion/reading/query_shape.h"
#include "completion/reading/select_list.h"
#include "store/place.h"

namespace paisql::completion {

namespace {

constexpr int kMaxNesting = 16;

struct With {
  std::string name;
  std::vector<std::string> columns;  // where they are named
  Range body;
};

// Reads the WITH and FROM of the queries around a place. Reads the columns of tables when it meets
// their names.
class Reader {
 public:
  Reader(const std::vector<Token>& tokens, Sources& sources) : shape_(tokens), sources_(sources) {}

  Scope Read(size_t at) {
    Scope scope;
    const std::vector<Range> groups = shape_.GroupsAround(at);
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) NoteWith(*group);
    for (const Range& group : groups) {
      const bool whole = group.begin == 0;
      if (whole) AddChanged(group, scope);
      if (!whole && !shape_.BeginsQuery(group)) continue;
      if (!AddArm(group, at, scope)) continue;
      if (shape_.StandsAlone(group)) break;
    }
    for (const With& with : with_) scope.with.push_back(with.name);
    return scope;
  }

 private:
  const Token& At(size_t i) const { return shape_.At(i); }
  bool Has(size_t i, const Range& range, std::string_view word) const {
    return shape_.Has(i, range, word);
  }

  // The relations and the outputs of the group's arm around the place; false when none is.
  bool AddArm(const Range& group, size_t at, Scope& scope) {
    const std::vector<Range> arms = shape_.ArmsOf(group);
    const auto arm = std::find_if(arms.begin(), arms.end(), [at](const Range& one) {
      return one.begin <= at && at <= one.end;
    });
    if (arm == arms.end()) return false;
    std::vector<Relation> relations = RelationsOf(*arm, 0);
    // FROM t INSERT … SELECT …
    const Range& first = arms.front();
    if (relations.empty() && arm != arms.begin() && Has(first.begin, first, "FROM")) {
      relations = RelationsOf(first, 0);
    }
    if (scope.outputs.empty() && scope.relations.empty()) {
      for (ColumnName& column : SelectedBy(shape_, *arm, {})) scope.outputs.push_back(column.name);
    }
    for (Relation& relation : relations) scope.relations.push_back(std::move(relation));
    return true;
  }

  // UPDATE t a SET …, MERGE INTO t a USING s b ON …: the table that changes comes first.
  void AddChanged(const Range& whole, Scope& scope) {
    size_t i = whole.begin;
    if (Has(i, whole, "EXPLAIN")) ++i;
    const bool merge = Has(i, whole, "MERGE") && Has(i + 1, whole, "INTO");
    if (!merge && !Has(i, whole, "UPDATE")) return;
    i += merge ? 2 : 1;
    ReadRelation(whole, 0, i, scope.relations);
    if (!merge) return;
    const int depth = shape_.DepthOf(whole);
    while (i < whole.end && (At(i).depth != depth || !At(i).Is("USING"))) ++i;
    if (i < whole.end) ReadRelation(whole, 0, ++i, scope.relations);
  }

  void NoteWith(const Range& range) {
    const int depth = shape_.DepthOf(range);
    for (size_t i = range.begin; i < range.end; ++i) {
      if (At(i).depth != depth || !At(i).Is("WITH")) continue;
      size_t next = i + 1;
      if (Has(next, range, "RECURSIVE")) ++next;
      while (next + 1 < range.end && At(next).IsWord()) {
        With with{At(next++).Name(), {}, {}};
        if (Has(next, range, "(")) with.columns = shape_.NamesIn(next, range.end, next);
        if (!Has(next, range, "AS") || !Has(next + 1, range, "(")) break;
        const size_t close = shape_.CloseOf(next + 1, range.end);
        with.body = {next + 2, close};
        with_.push_back(std::move(with));
        next = close + 1;
        if (!Has(next, range, ",")) break;
        ++next;
      }
      i = next - 1;
    }
  }

  std::vector<Relation> RelationsOf(const Range& arm, int nesting) {
    const size_t from = shape_.FromOf(arm);
    if (from == arm.end) return {};
    return ReadRelations({from + 1, arm.end}, nesting);
  }

  std::vector<Relation> ReadRelations(const Range& range, int nesting) {
    std::vector<Relation> relations;
    if (nesting > kMaxNesting) return relations;
    const int depth = shape_.DepthOf(range);
    size_t i = range.begin;
    while (i < range.end && !BeginsClause(At(i))) {
      const size_t before = i;
      ReadRelation(range, nesting, i, relations);
      // To the next relation, over the conditions of a join.
      for (; i < range.end; ++i) {
        if (At(i).depth != depth) continue;
        if (BeginsClause(At(i))) break;
        if (At(i).Is("LATERAL")) {
          ReadLateralView(range, i, relations);
          --i;
          continue;
        }
        if (At(i).text == "," || At(i).Is("JOIN")) {
          ++i;
          break;
        }
      }
      if (i == before) ++i;
    }
    return relations;
  }

  void ReadRelation(const Range& range, int nesting, size_t& i, std::vector<Relation>& relations) {
    if (i >= range.end) return;
    Relation relation;
    if (At(i).text == "(") {
      const Range inner{i + 1, shape_.CloseOf(i, range.end)};
      i = std::min(inner.end + 1, range.end);
      if (!shape_.BeginsQuery(inner)) {
        for (Relation& one : ReadRelations(inner, nesting + 1)) relations.push_back(std::move(one));
        return;
      }
      relation.columns = ColumnsOf(inner, nesting + 1);
    } else if (At(i).Is("VALUES")) {
      ++i;
      while (Has(i, range, "(")) {
        i = shape_.BehindBrackets(i, range);
        if (Has(i, range, ",") && Has(i + 1, range, "(")) ++i;
      }
    } else if (At(i).IsWord() && !BeginsClause(At(i))) {
      std::vector<std::string> name{At(i++).Name()};
      while (Has(i, range, ".") && i + 1 < range.end && At(i + 1).IsWord()) {
        name.push_back(At(i + 1).Name());
        i += 2;
      }
      if (Has(i, range, ".")) ++i;
      if (Has(i, range, "(")) {
        i = shape_.BehindBrackets(i, range);  // a function
      } else {
        relation = Named(name, nesting);
      }
    } else {
      return;
    }
    ReadAlias(range, i, relation);
    relations.push_back(std::move(relation));
  }

  void ReadAlias(const Range& range, size_t& i, Relation& relation) const {
    if (Has(i, range, "TABLESAMPLE") && Has(i + 1, range, "("))
      i = shape_.BehindBrackets(i + 1, range);
    if (Has(i, range, "AS") && i + 1 < range.end) {
      ++i;
      if (At(i).IsWord()) relation.name = At(i++).Name();
    } else if (i < range.end && At(i).IsName()) {
      relation.name = At(i++).Name();
    } else {
      return;
    }
    if (!Has(i, range, "(")) return;
    const std::vector<std::string> names = shape_.NamesIn(i, range.end, i);
    Rename(names, relation.columns);
  }

  static void Rename(const std::vector<std::string>& names, std::vector<ColumnName>& columns) {
    if (columns.size() < names.size()) columns.resize(names.size());
    for (size_t k = 0; k < names.size(); ++k) columns[k].name = names[k];
  }

  // LATERAL VIEW [OUTER] f(…) [name] [AS a, b]
  void ReadLateralView(const Range& range, size_t& i, std::vector<Relation>& relations) const {
    ++i;
    if (Has(i, range, "VIEW")) ++i;
    if (Has(i, range, "OUTER")) ++i;
    while (i < range.end && At(i).text != "(" && !BeginsClause(At(i))) ++i;
    if (!Has(i, range, "(")) return;
    i = shape_.BehindBrackets(i, range);
    Relation relation;
    if (i < range.end && At(i).IsName()) relation.name = At(i++).Name();
    if (Has(i, range, "AS")) {
      do {
        ++i;
        if (i < range.end && At(i).IsWord()) relation.columns.push_back({At(i++).Name(), "", ""});
      } while (Has(i, range, ","));
    }
    relations.push_back(std::move(relation));
  }

  Relation Named(const std::vector<std::string>& name, int nesting) {
    if (name.size() == 1) {
      for (auto with = with_.rbegin(); with != with_.rend(); ++with) {
        if (!EqualsIgnoreCase(with->name, name[0])) continue;
        Relation relation{name[0], "", "", {}};
        // Each is read once: what uses the one before twice would double the work each time.
        // Nothing of with_ is held meanwhile: reading a body notes the WITH in it.
        const Range body = with->body;
        if (columns_of_with_.try_emplace(body.begin).second) {
          std::vector<std::string> names = with->columns;
          std::vector<ColumnName> columns = ColumnsOf(body, nesting + 1);
          Rename(names, columns);
          columns_of_with_[body.begin] = std::move(columns);
        }
        relation.columns = columns_of_with_[body.begin];
        return relation;
      }
    }
    return TableOf(name, sources_);
  }

  // The columns that a query gives: those of its first SELECT.
  std::vector<ColumnName> ColumnsOf(const Range& query, int nesting) {
    if (nesting > kMaxNesting || query.begin >= query.end) return {};
    if (At(query.begin).text == "(")
      return ColumnsOf({query.begin + 1, shape_.CloseOf(query.begin, query.end)}, nesting + 1);
    const size_t outer = with_.size();
    NoteWith(query);
    const Range arm = shape_.ArmsOf(query).front();
    std::vector<ColumnName> columns = SelectedBy(shape_, arm, RelationsOf(arm, nesting + 1));
    with_.resize(outer);
    return columns;
  }

  QueryShape shape_;
  Sources& sources_;
  std::vector<With> with_;
  std::map<size_t, std::vector<ColumnName>> columns_of_with_;  // by where the body begins
};

}  // namespace

bool ReadsSchemas(Sources& sources) {
  return EqualsIgnoreCase(sources.Setting("odps.namespace.schema"), "true");
}

std::string PlaceOf(const std::vector<std::string>& qualifiers, Sources& sources) {
  std::string own = sources.Project();
  if (qualifiers.empty()) return own;
  const bool schema = qualifiers.size() == 1 && ReadsSchemas(sources);
  if (schema) return store::PlaceText(store::ProjectOfPlace(own), qualifiers[0]);
  return qualifiers.size() == 1 ? qualifiers[0] : store::PlaceText(qualifiers[0], qualifiers[1]);
}

Relation TableOf(const std::vector<std::string>& name, Sources& sources) {
  Relation relation;
  relation.project = PlaceOf({name.begin(), name.end() - 1}, sources);
  relation.table = name.back();
  relation.name = name.back();
  relation.columns = sources.Columns(relation.project, relation.table);
  return relation;
}

Scope ScopeOf(const Place& place, Sources& sources) {
  return Reader(place.tokens, sources).Read(place.before);
}

std::optional<Relation> TargetOf(const Place& place, Sources& sources) {
  constexpr std::array kInFront = {"TABLE", "INTO",     "OVERWRITE", "PARTITIONS",
                                   "DESC",  "DESCRIBE", "EXTENDED"};
  constexpr std::array kBetween = {"TABLE", "IF", "NOT", "EXISTS", "EXTENDED"};
  std::optional<std::vector<std::string>> found;
  for (size_t i = 0; i < place.before; ++i) {
    const Token& word = place.tokens[i];
    if (word.depth != 0 || !IsOneOf(word, kInFront)) continue;
    size_t next = i + 1;
    while (next < place.before && IsOneOf(place.tokens[next], kBetween)) ++next;
    if (next >= place.before || !place.tokens[next].IsWord()) continue;
    std::vector<std::string> name{place.tokens[next].Name()};
    while (next + 2 < place.before && place.tokens[next + 1].text == "." &&
           place.tokens[next + 2].IsWord()) {
      name.push_back(place.tokens[next + 2].Name());
      next += 2;
    }
    found = std::move(name);
    i = next;
  }
  if (!found.has_value()) return std::nullopt;
  return TableOf(*found, sources);
}

}  // namespace paisql::completion
