#pragma once

// The meaning of names at one place of a statement: the relations of FROM with their columns, the
// aliases of the select list where a clause may see them, and the enclosing queries for correlated
// subqueries.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "plan/relation.h"
#include "syntax/query.h"

namespace paisql::analysis {

struct ScopeColumn {
  plan::OutputColumn column;
  // Merged by USING or NATURAL: only its relation's name still reaches it.
  bool hidden = false;
  // No * has it: the structures that an alias of UNNEST means, since * has their fields, and
  // columns that a table computes by itself.
  bool named_only = false;
};

struct ScopeRelation {
  std::string alias;    // the name that qualifies its columns; "" for none
  std::string project;  // of a table that was named without an alias, else ""
  std::vector<ScopeColumn> columns;
  // Only for a table or view: the columns' comments in their order; empty: nobody wrote any.
  std::vector<std::string> comments = {};

  // Whether t, project.t or project.default.t means this relation: the first `count` parts.
  bool IsNamed(const syntax::QualifiedName& name, size_t count) const;
  bool IsNamed(const syntax::QualifiedName& name) const { return IsNamed(name, name.parts.size()); }
};

std::vector<ScopeColumn> ToScopeColumns(const std::vector<plan::OutputColumn>& columns);

// Which of two meanings wins where a name is both a select alias and an input column.
enum class AliasRule {
  kInvisible,    // WHERE, GROUP BY, the select list itself
  kBeforeInput,  // ORDER BY, outside of aggregates
  kAfterInput,   // HAVING, QUALIFY, and inside an aggregate of ORDER BY
};

class Scope {
 public:
  explicit Scope(const Scope* outer) : outer_(outer) {}
  Scope(const Scope* outer, std::vector<ScopeRelation> relations)
      : outer_(outer), relations_(std::move(relations)) {}

  // A name and what is left of it behind the column: fields of a STRUCT.
  struct Match {
    const plan::OutputColumn* column = nullptr;
    size_t used_parts = 0;
  };
  // kSemantic for an unknown or ambiguous name, with the nearest names; a column of unknown type
  // (IsFailed) for one that a failed relation may have. An aggregate is computed from the input, so
  // inside of one the input's columns come before the aliases.
  Result<Match> Find(const syntax::QualifiedName& name, bool inside_aggregate = false) const;

  const std::vector<ScopeRelation>& relations() const { return relations_; }
  void SetAliases(std::vector<plan::OutputColumn> aliases, AliasRule rule);

  // Aliases that this clause may not use: only for the hint when somebody does.
  void SetInvisibleAliases(std::vector<std::string> names) { invisible_ = std::move(names); }

  // True when one of this scope's own relations gives the column.
  bool Owns(plan::ColumnId id) const;

 private:
  struct Place {
    size_t relation = 0;
    size_t column = 0;
  };

  const std::unordered_multimap<std::string, Place>& Index() const;
  Result<Match> FindHere(const syntax::QualifiedName& name, AliasRule rule) const;
  Result<Match> FindUnqualified(const syntax::QualifiedName& name, AliasRule rule) const;
  Result<Match> FindQualified(const syntax::QualifiedName& name, size_t relation_parts) const;
  Result<Match> FindAlias(const syntax::QualifiedName& name) const;
  Error Ambiguous(const syntax::QualifiedName& name, const std::vector<Place>& places) const;
  Error Unknown(const syntax::QualifiedName& name) const;
  std::vector<std::string> NearColumns(std::string_view relation_name) const;
  std::string HintOfComment(const syntax::QualifiedName& name) const;
  std::string HintOfQualified(const syntax::QualifiedName& name) const;
  // True when the name may be a column of a relation that failed, so that nobody can tell.
  bool MayBeLost(const syntax::QualifiedName& name) const;

  const Scope* outer_;
  std::vector<ScopeRelation> relations_;
  std::vector<plan::OutputColumn> aliases_;
  AliasRule alias_rule_ = AliasRule::kInvisible;
  std::vector<std::string> invisible_;
  // Columns by lower-case name, made on first use: most scopes are asked often, some never.
  mutable std::unordered_multimap<std::string, Place> index_;
  mutable bool indexed_ = false;
};

}  // namespace paisql::analysis
