// SELECT TRANSFORM and its other spellings MAP and REDUCE.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"

namespace paisql::syntax {

ClauseText TreeBuilder::BuildClauseText(P::StringValueContext* context) const {
  return {BuildString(context), RangeOf(context)};
}

RowFormat TreeBuilder::BuildRowFormat(P::RowFormatContext* context) const {
  RowFormat format;
  if (context == nullptr) return format;
  const auto text = [&](P::StringValueContext* value) {
    return value == nullptr ? std::nullopt : std::optional<ClauseText>(BuildClauseText(value));
  };
  format.fields = text(context->fields);
  format.escape = text(context->escape);
  format.lines = text(context->lines);
  format.null_text = text(context->nullText);
  return format;
}

void TreeBuilder::AddTransform(P::SelectHeadContext* context, Select& select) {
  for (const SelectItem& item : select.items) {
    if (item.aliases.empty()) continue;
    Fail(ErrorCode::kParse, item.aliases.front().range,
         "an argument of TRANSFORM has no alias, name the columns after AS");
  }
  auto* script = context->transformScript();
  auto transform = std::make_unique<Transform>();
  transform->range = RangeOf(context);
  transform->input = BuildRowFormat(script->inputFormat);
  transform->command = BuildClauseText(script->command);
  for (auto* resource : script->resource) {
    transform->resources.push_back(BuildClauseText(resource));
  }
  if (script->transformColumns() != nullptr) {
    for (auto* column : script->transformColumns()->transformColumn()) {
      Transform::Column& built = transform->columns.emplace_back();
      built.name = BuildIdentifier(column->name);
      if (column->typeName() != nullptr) built.type = BuildTypeName(column->typeName());
    }
  }
  transform->output = BuildRowFormat(script->outputFormat);
  select.transform = std::move(transform);
}

}  // namespace paisql::syntax
