#pragma once

// One SELECT, clause by clause in the platform's order: FROM, WHERE, GROUP BY, HAVING, WINDOW,
// QUALIFY, DISTINCT, ORDER BY, LIMIT. Private to this room.

#include <optional>
#include <unordered_map>

#include "analysis/query/group_by.h"
#include "analysis/query/relations/from.h"

namespace paisql::analysis {

class SelectAnalyzer {
 public:
  SelectAnalyzer(State& state, const syntax::Select& select, const syntax::Query* trailing,
                 const syntax::Relation* source, const Scope* outer)
      : state_(state),
        select_(select),
        trailing_(trailing),
        source_(source),
        outer_(outer),
        from_(state, outer, select.hints),
        trouble_(state.errors.trouble()) {}

  Result<plan::RelationPtr> Run();

 private:
  // A key of ORDER BY: an expression over the input (like the select list's own), or over the
  // output alone.
  struct OrderKey {
    plan::ExpressionPtr expression;
    bool over_output = false;
    bool descending = false;
    bool nulls_first = true;
  };

  // select.cpp
  void AnalyzeFrom();
  void AnalyzeWhere();
  void AnalyzeHaving();
  void AnalyzeQualify();
  void Aggregate();
  // Something in this SELECT has failed.
  bool failed() const { return state_.errors.trouble() != trouble_; }
  Status BuildProject();
  void DropHidden();
  Status BuildDistinct(bool hidden);
  Status CheckDistinct() const;
  Status CheckDistribution() const;

  // select_list.cpp
  void AnalyzeItems();
  void AddOpenOutput();
  Status AnalyzeItem(const syntax::SelectItem& item, ExpressionAnalyzer& analyzer);
  Status AnalyzeTableFunction(const TableFunction& function);
  Status ExpandStar(const syntax::Star& star, ExpressionAnalyzer& analyzer);
  Result<bool> ExpandPattern(const syntax::ColumnName& node);
  void AddOutput(std::string name, plan::ExpressionPtr expression);
  std::string NameOf(const syntax::SelectItem& item, const plan::Expression& expression) const;

  // order_by.cpp
  void AnalyzeOrder();
  Status AddOrderKey(const syntax::Expression& expression, bool descending, bool nulls_first,
                     const Scope& scope, std::string_view clause);
  Scope AliasScope(AliasRule rule) const;
  // Puts what an alias stands for in its place; `rules` are those of the clause.
  Status SubstituteAliases(plan::ExpressionPtr& expression, ClauseRules rules) const;
  Status SubstituteInSubquery(plan::Relation& relation, ClauseRules rules) const;
  Status CheckAlias(size_t output, const SourceRange& range, const ClauseRules& rules) const;
  Status SortAndLimit();

  State& state_;
  const syntax::Select& select_;
  const syntax::Query* trailing_;
  const syntax::Relation* source_;
  const Scope* outer_;
  FromAnalyzer from_;
  const size_t trouble_;  // where the state's collector stood before this SELECT
  std::vector<ScopeRelation> relations_;
  std::optional<Scope> scope_;
  plan::RelationPtr plan_;

  // The select list; items_ are its expressions as written, for GROUP BY 1.
  std::vector<plan::ExpressionPtr> outputs_;
  std::vector<plan::OutputColumn> output_columns_;
  std::unordered_map<plan::ColumnId, size_t> output_places_;  // in output_columns_ as analysed
  std::vector<const syntax::Expression*> items_;
  plan::ExpressionPtr having_;
  plan::ExpressionPtr qualify_;
  std::vector<OrderKey> order_;
  bool found_aggregate_ = false;
  bool found_window_ = false;
};

}  // namespace paisql::analysis
