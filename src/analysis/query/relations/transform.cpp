// SELECT TRANSFORM: the arguments as input, the script's columns as output.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/coercion.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/query.h"
#include "base/command_words.h"
#include "base/text.h"

namespace paisql::analysis {
namespace {

// Only the first character of a delimiter counts.
Result<std::string> FirstCharacter(const syntax::ClauseText& text, std::string_view clause) {
  if (text.text.empty()) {
    return SemanticError(text.range, fmt::format("{} needs a character", clause));
  }
  size_t length = 1;
  while (length < text.text.size() && (text.text[length] & 0xC0) == 0x80) ++length;
  return text.text.substr(0, length);
}

Result<plan::LineFormat> FormatOf(const syntax::RowFormat& written) {
  plan::LineFormat format;
  if (written.fields) {
    PAISQL_ASSIGN(format.field_end, FirstCharacter(*written.fields, "FIELDS TERMINATED BY"));
  }
  if (written.escape) {
    PAISQL_ASSIGN(format.escape, FirstCharacter(*written.escape, "ESCAPED BY"));
    if (format.escape == format.field_end) {
      return SemanticError(written.escape->range,
                           "the escape character must differ from the field delimiter");
    }
  }
  if (written.lines) {
    PAISQL_ASSIGN(format.line_end, FirstCharacter(*written.lines, "LINES TERMINATED BY"));
    if (format.line_end == format.field_end || format.line_end == format.escape) {
      return SemanticError(
          written.lines->range,
          "the line delimiter must differ from the field delimiter and the escape character");
    }
  } else if (format.field_end == format.line_end) {
    return SemanticError(written.fields->range,
                         "the field delimiter must differ from the line delimiter");
  }
  if (written.null_text) format.null_text = written.null_text->text;
  return format;
}

Result<std::vector<std::string>> CommandOf(const syntax::ClauseText& command) {
  Result<std::vector<std::string>> words = SplitWords(command.text);
  if (!words.ok()) {
    return Error{ErrorCode::kSemantic, words.error().detail, command.range, words.error().hint};
  }
  if (words->empty()) return SemanticError(command.range, "USING names no command");
  return words;
}

// The files that RESOURCES names, then those that the session's setting adds.
Result<std::vector<plan::ScriptResource>> ResourcesOf(State& state,
                                                      const syntax::Transform& transform) {
  std::vector<syntax::ClauseText> names = transform.resources;
  for (syntax::ClauseText& name : names) {
    // A view's resources lie where the view does.
    if (name.text.find(':') == std::string::npos) name.text = state.names.place() + ":" + name.text;
  }
  for (const std::string& name : Split(state.context.session_resources, ',')) {
    if (!Trim(name).empty()) names.push_back({std::string(Trim(name)), transform.command.range});
  }
  std::vector<store::Resource> resources;
  for (const syntax::ClauseText& name : names) {
    PAISQL_ASSIGN(store::Resource resource, ResolveResource(name.text, name.range, state.context));
    if (resource.kind == store::ResourceKind::kTable) {
      return SemanticError(name.range,
                           fmt::format("resource {} is a table, not a file", resource.name),
                           "read the table in the query");
    }
    const auto same = [&](const store::Resource& other) { return other.name == resource.name; };
    const auto found = std::find_if(resources.begin(), resources.end(), same);
    if (found == resources.end()) {
      resources.push_back(std::move(resource));
    } else if (found->id != resource.id) {
      return SemanticError(name.range, fmt::format("two resources have the name {}", resource.name),
                           "add one of them again under another name: ADD FILE path AS name");
    }
  }
  std::vector<plan::ScriptResource> result;
  for (const store::Resource& resource : resources) {
    const bool archive = resource.kind == store::ResourceKind::kArchive;
    result.push_back({resource.name, resource.path, archive});
  }
  return result;
}

// The names after AS, or key and value.
Status AddColumns(State& state, const syntax::Transform& written, plan::Transform& node) {
  std::vector<std::string> names;
  for (const syntax::Transform::Column& column : written.columns) {
    if (column.type.has_value() != written.columns.front().type.has_value()) {
      return SemanticError(column.name.range, "either all columns of AS have a type or none has",
                           "write a type after each column");
    }
    const std::string name = ToLower(column.name.text);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return SemanticError(column.name.range,
                           fmt::format("column {} appears twice after AS", column.name.text));
    }
    names.push_back(name);
    node.output.push_back(state.Column(column.name.text, TypeId::kString));
  }
  if (!names.empty()) return Status::Ok();
  node.key_and_rest = true;
  node.output = {state.Column("key", TypeId::kString), state.Column("value", TypeId::kString)};
  return Status::Ok();
}

// The script's texts as the types after AS.
Result<plan::RelationPtr> CastColumns(State& state, const syntax::Transform& written,
                                      plan::RelationPtr input) {
  if (written.columns.empty() || !written.columns.front().type) return input;
  auto project = std::make_unique<plan::Project>();
  project->range = written.range;
  for (size_t i = 0; i < written.columns.size(); ++i) {
    const syntax::TypeName& name = *written.columns[i].type;
    PAISQL_ASSIGN(const DataType type, ResolveTypeName(state, name));
    PAISQL_ASSIGN(plan::ExpressionPtr cast,
                  ExplicitCast(state, MakeColumn(input->output[i], name.range), type, name.range));
    project->output.push_back(state.Column(input->output[i].name, type));
    project->expressions.push_back(std::move(cast));
  }
  project->input = std::move(input);
  return plan::RelationPtr(std::move(project));
}

}  // namespace

Result<plan::RelationPtr> TransformRelation(State& state, const syntax::Transform& transform,
                                            plan::RelationPtr input) {
  auto node = std::make_unique<plan::Transform>();
  node->range = transform.range;
  node->command_range = transform.command.range;
  PAISQL_ASSIGN(node->command, CommandOf(transform.command));
  PAISQL_ASSIGN(node->resources, ResourcesOf(state, transform));
  PAISQL_ASSIGN(node->input_format, FormatOf(transform.input));
  PAISQL_ASSIGN(node->output_format, FormatOf(transform.output));
  PAISQL_TRY(AddColumns(state, transform, *node));
  std::vector<DataType> types;
  for (const plan::OutputColumn& column : input->output) types.push_back(Storable(column.type));
  node->input = ConvertColumns(state, std::move(input), types);
  return CastColumns(state, transform, std::move(node));
}

}  // namespace paisql::analysis
