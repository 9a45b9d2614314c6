#include "nodes/model/prepared_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "nodes/code/code_text.h"
#include "syntax/lexer/lexer.h"
#include "variables/substitution.h"

namespace paisql::nodes {

namespace {

// A snippet of SQL names its parameters as @@{name}.
Result<std::string> PutSnippet(const std::string& code, const std::vector<Resolved>& parameters) {
  constexpr std::string_view kBegin = "@@{";
  std::string out;
  size_t at = 0;
  for (size_t begin = code.find(kBegin); begin != std::string::npos;
       begin = code.find(kBegin, at)) {
    const size_t end = code.find('}', begin);
    if (end == std::string::npos) break;
    const std::string name = code.substr(begin + kBegin.size(), end - begin - kBegin.size());
    const auto found =
        std::ranges::find_if(parameters, [&](const Resolved& one) { return one.name == name; });
    if (found == parameters.end()) {
      std::vector<std::string> names;
      for (const Resolved& one : parameters) names.push_back(one.name);
      const std::string near = DidYouMean(name, names);
      return Error{ErrorCode::kInvalidCommand,
                   fmt::format("parameter @@{{{}}} of the snippet is not given", name),
                   {},
                   near.empty() ? fmt::format("parameters: {{{}: …}}", name) : near};
    }
    out += code.substr(at, begin - at) + found->value;
    at = end + 1;
  }
  return out + code.substr(at);
}

// The statement that gives a resource's file to the project.
std::string ResourceStatement(const Node& node) {
  const std::string_view type = node.kind->name == "ODPS_PYTHON"    ? "PY"
                                : node.kind->name == "ODPS_ARCHIVE" ? "ARCHIVE"
                                : node.kind->name == "ODPS_JAR"     ? "JAR"
                                                                    : "FILE";
  const std::string file = std::filesystem::path(node.path).filename().string();
  return fmt::format("ADD {} '{}' AS '{}' -f;", type, node.path, file);
}

}  // namespace

Runs CodeRuns(const Node& node) {
  if (node.kind == nullptr) return Runs::kNothing;
  if (node.kind->is_sql() || node.kind->runs == Runs::kResource) return Runs::kSql;
  if (node.kind->runs != Runs::kAssignment) {
    return node.kind->wants_code() ? node.kind->runs : Runs::kNothing;
  }
  if (node.language == "odps-sql") return Runs::kSql;
  return node.language == "shell" ? Runs::kShell : Runs::kPython;
}

bool UsesOdps(std::string_view code) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (const std::string_view use : {"odps", "o.", "args["}) {
    for (size_t at = code.find(use); at != std::string_view::npos; at = code.find(use, at + 1)) {
      const bool begins = at == 0 || (!is_word(code[at - 1]) && code[at - 1] != '.');
      const size_t end = at + use.size();
      const bool ends = use != "odps" || end == code.size() || !is_word(code[end]);
      if (begins && ends) return true;
    }
  }
  return false;
}

std::string_view Python2Of(const Node& node) {
  const bool assigns = node.kind->runs == Runs::kAssignment;
  const std::string_view language = assigns ? std::string_view(node.language) : node.kind->language;
  if (language == "python2") return "on";
  // The platform's assignments in Python are Python 2, and what was written here is Python 3.
  return assigns ? "auto" : "off";
}

bool NamesUnknown(std::string_view text, const RunMoment& moment, const Givens& inputs,
                  const std::vector<Resolved>& parameters) {
  Givens givens = AllGivens(moment, inputs);
  for (const Resolved& parameter : parameters) {
    if (!parameter.known) givens.emplace(parameter.name, Given::Unknown());
  }
  return NamesUnknown(text, givens);
}

namespace {

Result<std::string> Substituted(const Flow& flow, const Node& node, const RunMoment& moment,
                                std::vector<variables::Variable> variables,
                                const std::string& text) {
  if (!variables::MayHoldVariables(text)) return text;
  variables::VariableSet set;
  set.UseSchedule(ScheduleOf(flow, node, moment));
  for (variables::Variable& variable : variables) set.Set(std::move(variable));
  for (const char* name : {"bizdate", "cyctime"}) {
    set.SetByDefault({name, "$" + std::string(name), variables::Origin::kSchedule}, true);
  }
  std::vector<variables::ByteRange> comments;
  if (CodeRuns(node) == Runs::kSql) {
    for (const syntax::TextRange& range : syntax::CommentRanges(text)) {
      comments.push_back({range.begin, range.end});
    }
  }
  PAISQL_ASSIGN(variables::Substituted made, variables::Substitute(text, comments, false, set));
  return std::move(made.text);
}

std::string AddMark(MarkedText& marked, std::string written, std::string value, bool from_run) {
  marked.marks.push_back({std::move(written), std::move(value), from_run});
  return fmt::format("{}{}_", marked.name, marked.marks.size() - 1);
}

Result<MarkedText> WithMarks(const std::string& text, const Givens& givens, GivenForms forms) {
  MarkedText marked;
  marked.name = MarkNameFor(text);
  PAISQL_ASSIGN(marked.text,
                PutGivens(text, givens, forms, [&](std::string_view written, std::string value) {
                  return AddMark(marked, std::string(written), std::move(value), true);
                }));
  return marked;
}

}  // namespace

Result<std::string> SubstitutedText(const Flow& flow, const Node& node, const RunMoment& moment,
                                    const Givens& inputs, const std::vector<Resolved>& parameters,
                                    const std::string& text) {
  PAISQL_ASSIGN(const std::string put,
                PutGivens(text, AllGivens(moment, inputs), GivenForms::kIndexed));
  return Substituted(flow, node, moment, VariablesOf(parameters), put);
}

Result<MarkedText> TextWithMarks(const Flow& flow, const Node& node, const RunMoment& moment,
                                 const Givens& inputs, const std::vector<Resolved>& parameters,
                                 const std::string& text) {
  PAISQL_ASSIGN(MarkedText marked,
                WithMarks(text, AllGivens(moment, inputs), GivenForms::kIndexed));
  std::vector<variables::Variable> variables = VariablesOf(parameters);
  for (variables::Variable& variable : variables) {
    const auto resolved = std::ranges::find(parameters, variable.name, &Resolved::name);
    variable.value = AddMark(marked, "${" + variable.name + "}", std::move(variable.value),
                             resolved != parameters.end() && resolved->from_run);
  }
  PAISQL_ASSIGN(marked.text, Substituted(flow, node, moment, std::move(variables), marked.text));
  return marked;
}

Result<std::string> PreparedCode(const Flow& flow, const Node& node, const RunMoment& moment,
                                 const Givens& inputs, const std::vector<Resolved>& parameters) {
  if (node.kind->runs == Runs::kResource) return ResourceStatement(node);
  const Runs runs = CodeRuns(node);
  if (runs == Runs::kPython) {
    PAISQL_ASSIGN(const MarkedText marked,
                  TextWithMarks(flow, node, moment, inputs, parameters, node.code));
    return PythonWithValues(marked);
  }
  if (runs == Runs::kShell || runs == Runs::kPyOdps) {
    const GivenForms forms = runs == Runs::kShell ? GivenForms::kAll : GivenForms::kIndexed;
    PAISQL_ASSIGN(const MarkedText marked, WithMarks(node.code, AllGivens(moment, inputs), forms));
    if (runs == Runs::kPyOdps) return PythonWithValues(marked);
    PAISQL_ASSIGN(std::string code, ShellWithValues(marked));
    for (const Parameter& own : node.parameters) {
      const auto resolved = std::ranges::find(parameters, own.name, &Resolved::name);
      if (resolved == parameters.end() || !resolved->from_run) continue;
      PAISQL_TRY(CheckShellArgument(node.code, own.name, resolved->value));
    }
    return code;
  }
  PAISQL_ASSIGN(std::string code,
                PutGivens(node.code, AllGivens(moment, inputs), GivenForms::kIndexed));
  if (node.kind->runs == Runs::kSnippet) {
    PAISQL_ASSIGN(code, PutSnippet(code, parameters));
  }
  if (runs == Runs::kSql && flow.settings_first) code = SettingsFirst(code);
  return code;
}

}  // namespace paisql::nodes
