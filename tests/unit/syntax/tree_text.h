#pragma once

// Trees as short texts, so that a test says in one line what it expects:
// expressions like (+ a (* b 2)), queries like (select [a] from t where (> a 1)).

#include <string>
#include <vector>

#include "syntax/parser.h"

namespace paisql::syntax::testing {

std::string Text(const Query& query);
std::string Text(const Relation& relation);

inline const char* OperatorText(BinaryOperator op) {
  static constexpr const char* kTexts[] = {
      "or",           "and",  "=",        "<>",    "<",         "<=", ">", ">=", "<=>", "distinct",
      "not-distinct", "like", "not-like", "rlike", "not-rlike", "+",  "-", "*",  "/",   "%",
      "div",          "||",   "&",        "|",     "^"};
  return kTexts[static_cast<int>(op)];
}

std::string Text(const Expression& expression);

template <typename Items>
std::string List(const Items& items) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : " ") + Text(*item);
  return text;
}

inline std::string Names(const std::vector<Identifier>& names) {
  std::string text;
  for (const Identifier& name : names) text += (text.empty() ? "" : " ") + name.text;
  return text;
}

inline std::string Sort(const std::vector<SortItem>& items) {
  std::string text;
  for (const SortItem& item : items) {
    if (!text.empty()) text += ' ';
    text += Text(*item.expression) + (item.descending ? " desc" : "");
    if (item.nulls_first) text += *item.nulls_first ? " nulls-first" : " nulls-last";
  }
  return text;
}

inline std::string Text(const FrameBound& bound) {
  switch (bound.kind) {
    case FrameBoundKind::kUnboundedPreceding:
      return "start";
    case FrameBoundKind::kPreceding:
      return "-" + Text(*bound.offset);
    case FrameBoundKind::kCurrentRow:
      return "current";
    case FrameBoundKind::kFollowing:
      return "+" + Text(*bound.offset);
    default:
      return "end";
  }
}

inline std::string Text(const WindowSpecification& window) {
  std::string text = "over";
  if (window.base) text += " " + window.base->text;
  if (!window.partition_by.empty()) text += " by " + List(window.partition_by);
  if (!window.order_by.empty()) text += " order " + Sort(window.order_by);
  if (window.frame) {
    static constexpr const char* kUnits[] = {"rows", "range", "groups"};
    static constexpr const char* kExclusions[] = {"", "!current", "!group", "!ties"};
    text += std::string(" ") + kUnits[static_cast<int>(window.frame->unit)] + " " +
            Text(window.frame->start) + ".." + Text(window.frame->end) +
            kExclusions[static_cast<int>(window.frame->exclusion)];
  }
  return text;
}

inline std::string CallText(const Call& call) {
  std::string text = call.name.ToString() + "(";
  if (call.distinct) text += "distinct ";
  text += (call.star ? "*" : List(call.arguments)) + ")";
  if (!call.within_group.empty()) text += " within " + Sort(call.within_group);
  if (call.filter) text += " filter " + Text(*call.filter);
  if (call.ignore_nulls) text += " ignore-nulls";
  if (call.over) text += " " + Text(*call.over);
  return text;
}

inline std::string LiteralText(const Literal& literal) {
  static constexpr const char* kSuffixes[] = {"", "", "", "Y", "S", "L", "D", "F", "BD", "", ""};
  switch (literal.literal) {
    case LiteralKind::kNull:
      return "null";
    case LiteralKind::kString:
      return "'" + literal.text + "'";
    case LiteralKind::kBinary:
      return "X'" + literal.text + "'";
    default:
      return literal.text + kSuffixes[static_cast<int>(literal.literal)];
  }
}

inline std::string CaseText(const Case& node) {
  std::string text = "(case";
  if (node.operand) text += " " + Text(*node.operand);
  for (const auto& branch : node.branches) {
    text += " [" + Text(*branch.when) + " " + Text(*branch.then) + "]";
  }
  if (node.otherwise) text += " else " + Text(*node.otherwise);
  return text + ")";
}

inline std::string Text(const Expression& expression) {
  const auto negated = [](bool is) { return std::string(is ? "not-" : ""); };
  switch (expression.kind) {
    case ExpressionKind::kLiteral:
      return LiteralText(As<Literal>(expression));
    case ExpressionKind::kTypedLiteral: {
      const auto& literal = As<TypedLiteral>(expression);
      return DataType(literal.type).ToString() + "'" + literal.text + "'";
    }
    case ExpressionKind::kInterval: {
      const auto& interval = As<IntervalLiteral>(expression);
      return "(interval " + Text(*interval.amount) + " " + interval.from_unit +
             (interval.to_unit.empty() ? "" : " " + interval.to_unit) + ")";
    }
    case ExpressionKind::kColumn:
      return As<ColumnName>(expression).name.ToString();
    case ExpressionKind::kStar: {
      const auto& star = As<Star>(expression);
      return star.qualifier ? star.qualifier->ToString() + ".*" : "*";
    }
    case ExpressionKind::kVariable:
      return "@" + As<Variable>(expression).name.text;
    case ExpressionKind::kUnary: {
      const auto& unary = As<Unary>(expression);
      static constexpr const char* kTexts[] = {"-", "+", "not", "~"};
      return std::string("(") + kTexts[static_cast<int>(unary.op)] + " " + Text(*unary.operand) +
             ")";
    }
    case ExpressionKind::kBinary: {
      const auto& binary = As<Binary>(expression);
      return std::string("(") + OperatorText(binary.op) + " " + Text(*binary.left) + " " +
             Text(*binary.right) + (binary.escape ? " escape " + Text(*binary.escape) : "") + ")";
    }
    case ExpressionKind::kBetween: {
      const auto& between = As<Between>(expression);
      return "(" + negated(between.negated) + "between " + Text(*between.operand) + " " +
             Text(*between.low) + " " + Text(*between.high) + ")";
    }
    case ExpressionKind::kLikeList: {
      const auto& like = As<LikeList>(expression);
      return std::string(like.negated ? "(not-like-" : "(like-") + (like.all ? "all " : "any ") +
             Text(*like.operand) + " " + List(like.patterns) + ")";
    }
    case ExpressionKind::kInList: {
      const auto& in = As<InList>(expression);
      return "(" + negated(in.negated) + "in " + Text(*in.operand) + " [" + List(in.items) + "])";
    }
    case ExpressionKind::kInSubquery: {
      const auto& in = As<InSubquery>(expression);
      return "(" + negated(in.negated) + "in " + List(in.operands) + " " + Text(*in.query) + ")";
    }
    case ExpressionKind::kExists: {
      const auto& exists = As<Exists>(expression);
      return "(" + negated(exists.negated) + "exists " + Text(*exists.query) + ")";
    }
    case ExpressionKind::kScalarSubquery:
      return Text(*As<ScalarSubquery>(expression).query);
    case ExpressionKind::kIs: {
      const auto& is = As<Is>(expression);
      static constexpr const char* kTexts[] = {"null", "true", "false"};
      return "(is-" + negated(is.negated) + kTexts[static_cast<int>(is.predicate)] + " " +
             Text(*is.operand) + ")";
    }
    case ExpressionKind::kCase:
      return CaseText(As<Case>(expression));
    case ExpressionKind::kCast: {
      const auto& cast = As<Cast>(expression);
      return "(cast " + Text(*cast.operand) + " " +
             (cast.type.type ? cast.type.type->ToString() : "?" + cast.type.text) + ")";
    }
    case ExpressionKind::kCall:
      return CallText(As<Call>(expression));
    case ExpressionKind::kSubscript: {
      const auto& subscript = As<Subscript>(expression);
      return Text(*subscript.operand) + "[" + Text(*subscript.index) + "]";
    }
    case ExpressionKind::kField: {
      const auto& field = As<FieldAccess>(expression);
      return Text(*field.operand) + "." + field.field.text;
    }
    case ExpressionKind::kLambda: {
      const auto& lambda = As<Lambda>(expression);
      return "(-> [" + Names(lambda.parameters) + "] " + Text(*lambda.body) + ")";
    }
  }
  return "?";
}

inline std::string AliasText(const Relation& relation) {
  std::string text;
  if (relation.alias) text += ":" + relation.alias->text;
  if (!relation.column_aliases.empty()) text += "(" + Names(relation.column_aliases) + ")";
  return text;
}

inline std::string ValuesText(const ValuesRelation& values) {
  std::string text = "(values";
  for (const ValuesRow& row : values.rows) text += " [" + List(row.cells) + "]";
  return text + ")";
}

inline std::string JoinText(const JoinRelation& join) {
  static constexpr const char* kTypes[] = {"join",  "left", "right", "full",
                                           "cross", "semi", "anti"};
  std::string text = std::string("(") + (join.natural ? "natural " : "") +
                     kTypes[static_cast<int>(join.type)] + " " + Text(*join.left) + " " +
                     Text(*join.right);
  if (join.condition) text += " on " + Text(*join.condition);
  if (!join.using_columns.empty()) text += " using " + Names(join.using_columns);
  return text + ")";
}

inline std::string PivotText(const PivotRelation& pivot) {
  std::string text = "(pivot " + Text(*pivot.source);
  for (const auto& aggregate : pivot.aggregates) {
    text += " " + Text(*aggregate.call) + (aggregate.alias ? ":" + aggregate.alias->text : "");
  }
  text += " for";
  for (const QualifiedName& column : pivot.columns) text += " " + column.ToString();
  for (const auto& item : pivot.items) {
    text += " [" + List(item.values) + "]" + (item.alias ? ":" + item.alias->text : "");
  }
  return text + ")";
}

inline std::string UnpivotText(const UnpivotRelation& unpivot) {
  std::string text = "(unpivot " + Text(*unpivot.source) +
                     (unpivot.include_nulls ? " nulls " : " ") + Names(unpivot.value_columns) +
                     " for " + unpivot.name_column.text;
  for (const auto& item : unpivot.items) {
    text += " [";
    for (const QualifiedName& column : item.columns) text += column.ToString() + ";";
    text += "]" + (item.alias ? ":" + item.alias->text : "");
  }
  return text + ")";
}

inline std::string Text(const Relation& relation) {
  std::string text;
  switch (relation.kind) {
    case RelationKind::kTable: {
      const auto& table = As<TableRelation>(relation);
      text = (table.variable ? "@" : "") + table.name.ToString();
      if (table.version) {
        text += table.version->by_time ? " time" : " version";
        if (table.version->from) text += " " + Text(*table.version->from);
        text += " " + Text(*table.version->to);
      }
      if (table.sample) text += " sample " + Text(*table.sample->amount);
      break;
    }
    case RelationKind::kSubquery:
      text = Text(*As<SubqueryRelation>(relation).query);
      break;
    case RelationKind::kValues:
      text = ValuesText(As<ValuesRelation>(relation));
      break;
    case RelationKind::kFunction:
      text = "(table " + As<FunctionRelation>(relation).name.ToString() + " " +
             List(As<FunctionRelation>(relation).arguments) + ")";
      break;
    case RelationKind::kJoin:
      text = JoinText(As<JoinRelation>(relation));
      break;
    case RelationKind::kLateralView: {
      const auto& view = As<LateralViewRelation>(relation);
      text = "(view" + std::string(view.outer ? "-outer " : " ") + Text(*view.source) + " " +
             CallText(*view.call) + ")";
      break;
    }
    case RelationKind::kPivot:
      text = PivotText(As<PivotRelation>(relation));
      break;
    case RelationKind::kUnpivot:
      text = UnpivotText(As<UnpivotRelation>(relation));
      break;
  }
  return text + AliasText(relation);
}

inline std::string GroupingText(const GroupingItem& item) {
  static constexpr const char* kKinds[] = {"", "sets", "cube", "rollup"};
  std::string text = kKinds[static_cast<int>(item.kind)];
  for (const GroupingItem& element : item.elements) {
    const bool set = element.kind == GroupingKind::kExpression;
    text += "{" + (set ? List(element.sets[0]) : GroupingText(element)) + "}";
  }
  for (const auto& set : item.sets) {
    text += item.kind == GroupingKind::kExpression ? List(set) : "{" + List(set) + "}";
  }
  return text;
}

inline std::string Text(const Select& select) {
  std::string text = "(select";
  for (const Hint& hint : select.hints) text += " +" + hint.name;
  if (select.distinct) text += " distinct";
  for (const SelectItem& item : select.items) {
    text += " " + Text(*item.expression);
    if (!item.aliases.empty()) text += ":" + Names(item.aliases);
  }
  if (select.from) text += " from " + Text(*select.from);
  if (select.where) text += " where " + Text(*select.where);
  if (!select.group_by.empty()) text += " group";
  for (const GroupingItem& item : select.group_by) text += " " + GroupingText(item);
  if (select.trailing_grouping_sets) text += " trailing";
  if (select.having) text += " having " + Text(*select.having);
  for (const NamedWindow& window : select.windows) {
    text += " window " + window.name.text + " " + Text(window.specification);
  }
  if (select.qualify) text += " qualify " + Text(*select.qualify);
  return text + ")";
}

inline std::string Text(const QueryBody& body) {
  if (body.select) return Text(*body.select);
  if (body.nested) return Text(*body.nested);
  if (body.values) return ValuesText(*body.values);
  static constexpr const char* kOperators[] = {"union", "intersect", "except"};
  const SetOperation& operation = *body.set_operation;
  return std::string("(") + kOperators[static_cast<int>(operation.op)] +
         (operation.all ? "-all " : " ") + Text(*operation.left) + " " + Text(*operation.right) +
         ")";
}

inline std::string Text(const Query& query) {
  std::string text;
  for (const auto& table : query.with) {
    text +=
        "with " + table.name.text + "(" + Names(table.columns) + ")=" + Text(*table.query) + " ";
  }
  text += Text(query.body);
  if (!query.order_by.empty()) text += " order " + Sort(query.order_by);
  if (!query.distribute_by.empty()) text += " distribute " + List(query.distribute_by);
  if (!query.sort_by.empty()) text += " sort " + Sort(query.sort_by);
  if (!query.cluster_by.empty()) text += " cluster " + List(query.cluster_by);
  if (query.limit) text += " limit " + Text(*query.limit);
  if (query.offset) text += " offset " + Text(*query.offset);
  return text;
}

// The text of a parsed expression or query, or its error.
inline std::string ParsedExpression(std::string_view sql) {
  const auto parsed = ParseExpression(sql);
  return parsed.ok() ? Text(**parsed) : parsed.error().ToString();
}

inline std::string ParsedQuery(std::string_view sql) {
  const auto parsed = ParseQuery(sql);
  return parsed.ok() ? Text(**parsed) : parsed.error().ToString();
}

// The statement, which must be of this kind: ParsedAs<SetStatement>("SET a=b").
template <typename StatementType>
std::unique_ptr<StatementType> ParsedAs(std::string_view sql) {
  auto parsed = ParseStatement(sql);
  if (!parsed.ok()) return nullptr;
  return std::unique_ptr<StatementType>(
      dynamic_cast<StatementType*>(std::move(parsed).value().release()));
}

}  // namespace paisql::syntax::testing
