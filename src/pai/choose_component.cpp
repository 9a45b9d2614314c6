#include "pai/choose_component.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace paisql::pai {

namespace {

Error Invalid(const SourceRange& range, const std::string& detail, std::string hint) {
  return Error{ErrorCode::kInvalidCommand, detail, range, std::move(hint)};
}

// Word processors and web pages write these for the hyphen in front of an option.
constexpr std::array<std::string_view, 3> kDashes = {"\u2013", "\u2014", "\u2212"};

Error StrayWord(const syntax::Word& word, const syntax::PaiStatement& statement) {
  const bool dashed = std::any_of(kDashes.begin(), kDashes.end(), [&word](std::string_view dash) {
    return word.text.starts_with(dash);
  });
  if (dashed) {
    return Invalid(word.range, "should use -D options: '" + word.text + "' begins with a dash",
                   "type the ASCII character - in front of an option");
  }
  for (const syntax::PaiParameter& before : statement.parameters) {
    if (before.value_range.end != word.range.begin) continue;
    return Invalid(word.range, "the value of " + before.key + " ends at the quote before this",
                   "write \\\" for a quote within a value, or put the value in single quotes");
  }
  return Invalid(word.range, "should use -D options: '" + word.text + "' belongs to none",
                 "write -D<parameter>=<value>, and quote a value with blanks");
}

// Options that PAI has not, words that belong to none, and options without their value.
Status CheckWords(const syntax::PaiStatement& statement) {
  if (!statement.unknown_options.empty()) {
    const syntax::Word& word = statement.unknown_options[0];
    std::string hint =
        DidYouMean(word.text, {"-name", "-project", "-jobname", "-lineage", "-cost"});
    if (hint.empty()) hint = "write parameters as -D<parameter>=<value>";
    return Invalid(word.range, "PAI has no option " + word.text, hint);
  }
  if (!statement.stray.empty()) return StrayWord(statement.stray[0], statement);
  if (statement.name.has_value() && statement.name->text.empty()) {
    return Invalid(statement.name->range, "-name has no value", "HELP PAI; lists the algorithms");
  }
  if (statement.project.has_value() && statement.project->text.empty()) {
    return Invalid(statement.project->range, "-project has no value",
                   "leave -project out, or write -project algo_public");
  }
  return Status::Ok();
}

Error NotOffered(const syntax::Word& name, const Components& components) {
  const Elsewhere elsewhere = KnownElsewhere(name.text);
  if (!elsewhere.what.empty()) {
    return Error{
        ErrorCode::kUnsupported,
        "algorithm '" + name.text + "' is " + std::string(elsewhere.what) + ", and is not offered",
        name.range, std::string(elsewhere.cure)};
  }
  std::string hint = DidYouMean(name.text, components.Names());
  if (hint.empty()) hint = "HELP PAI; lists the algorithms";
  return Error{ErrorCode::kAlgorithmNotFound, "algorithm '" + name.text + "' is not offered",
               name.range, hint};
}

}  // namespace

Result<Algorithm> ChooseComponent(const syntax::PaiStatement& statement,
                                  const Components& components) {
  PAISQL_TRY(CheckWords(statement));
  if (!statement.name.has_value()) {
    return Invalid(statement.range, "model name must be specified",
                   "write PAI -name <algorithm> -D<parameter>=<value>");
  }
  const std::optional<Algorithm> algorithm = components.Find(statement.name->text);
  if (!algorithm.has_value()) return NotOffered(*statement.name, components);
  if (!statement.project.has_value()) return *algorithm;
  const std::string& project = statement.project->text;
  const auto known = AlgorithmProjects();
  if (std::find(known.begin(), known.end(), project) != known.end()) return *algorithm;
  std::string hint = DidYouMean(project, {known.begin(), known.end()});
  if (hint.empty()) hint = "leave -project out, or write -project " + std::string(known[0]);
  return Error{ErrorCode::kAlgorithmNotFound,
               "project '" + project + "' has no algorithm " + statement.name->text,
               statement.project->range, hint};
}

}  // namespace paisql::pai
