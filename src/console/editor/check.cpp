#include "console/editor/check.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "base/secrets/redact.h"
#include "base/text.h"
#include "script/prompt_commands.h"
#include "script/resume.h"
#include "script/silent_sink.h"

namespace paisql::console {

namespace {

using syntax::StatementText;

// Where a statement's range is in the whole text; without one, the statement's first line.
std::pair<size_t, size_t> PlaceOf(const SourceRange& range, const StatementText& statement) {
  if (range.known()) return {statement.offset + range.begin, statement.offset + range.end};
  const size_t line = std::min(statement.text.find('\n'), statement.text.size());
  return {statement.offset, statement.offset + line};
}

class FindingSink final : public script::SilentSink {
 public:
  FindingSink(TextCheck& found, messages::Language language) : found_(found), language_(language) {}

  // `taken`: the statement has taken away what it names, and would warn that it is not there.
  void Begin(const StatementText& statement, bool taken) {
    statement_ = &statement;
    taken_ = taken;
  }
  void Warning(const SourceRange& range, std::string_view text) override {
    if (!taken_) Add(Severity::kWarning, range, text);
  }
  // What only running tells does not make the text wrong.
  void Unknown(const SourceRange& range, std::string_view text) override {
    Add(Severity::kInfo, range, text);
  }

 private:
  void Add(Severity severity, const SourceRange& range, std::string_view text) {
    const auto [begin, end] = PlaceOf(range, *statement_);
    found_.findings.push_back(
        {severity, begin, end, "", "", messages::Translate(language_, Redact(text)), ""});
  }

  TextCheck& found_;
  const messages::Language language_;
  const StatementText* statement_ = nullptr;
  bool taken_ = false;
};

void AddError(const Error& error, const StatementText& statement, messages::Language language,
              TextCheck& found) {
  const auto [begin, end] = PlaceOf(error.range, statement);
  const std::string name(ErrorCodeText(error.code));
  found.findings.push_back(
      {Severity::kError, begin, end, std::string(ErrorCodeName(error.code)), name,
       error.detail.empty() ? name : messages::Translate(language, Redact(error.detail)),
       messages::Translate(language, Redact(error.hint))});
}

// The name in the "${name}" that the error is about; "" for another error.
std::string VariableOf(const Error& error, const StatementText& statement) {
  if (!error.range.known()) return "";
  const std::string_view place =
      std::string_view(statement.text)
          .substr(error.range.begin, error.range.end - error.range.begin);
  if (!place.starts_with("${") || !place.ends_with('}')) return "";
  std::string name(Trim(place.substr(2, place.size() - 3)));
  return variables::CheckName(name).ok() ? name : "";
}

// The names that have no value where the statement stands; whether there are any. The page
// asks for the values, so the text is not wrong.
bool AddVariables(const StatementText& statement, session::Session& check, TextCheck& found) {
  if (!variables::MayHoldVariables(statement.text)) return false;
  const Result<variables::Substituted> made = check.Substitute(statement.text);
  if (made.ok()) return false;
  std::vector<Error> errors = {made.error()};
  errors.insert(errors.end(), made.error().others.begin(), made.error().others.end());
  bool only_names = true;
  for (const Error& error : errors) {
    const std::string name = VariableOf(error, statement);
    only_names = only_names && !name.empty();
    if (name.empty()) continue;
    const auto [begin, end] = PlaceOf(error.range, statement);
    found.findings.push_back({Severity::kInfo, begin, end, "", "", "", "", name});
    if (std::ranges::find(found.variables, name) == found.variables.end()) {
      found.variables.push_back(name);
    }
  }
  return only_names;
}

Error EndingOfPrompt(const StatementText& statement) {
  return Error{ErrorCode::kUnsupported,
               "\\g and its like are of the prompt",
               {},
               "end the statement with a semicolon: " + VerbOf(statement.text) +
                   " shows its rows below, where they can be saved"};
}

syntax::SplitMode ModeOf(const session::Session& session) {
  return EqualsIgnoreCase(session.Setting("odps.sql.submit.mode"), "script")
             ? syntax::SplitMode::kScript
             : syntax::SplitMode::kStatements;
}

bool TakesAway(const StatementText& statement) {
  static constexpr std::string_view kTakes[] = {"DROP", "REMOVE", "REVOKE"};
  return std::ranges::find(kTakes, VerbOf(statement.text)) != std::end(kTakes);
}

// Whether the statement fails because it has run: what it makes is there, what it takes away is
// not.
bool IsOfFirstRun(const StatementText& statement, const Error& error) {
  static constexpr std::string_view kMakes[] = {"CREATE", "ADD"};
  const bool makes = std::ranges::find(kMakes, VerbOf(statement.text)) != std::end(kMakes);
  return !makes || error.detail.find("already exists") != std::string::npos;
}

}  // namespace

std::string VerbOf(std::string_view statement) {
  const auto end =
      std::ranges::find_if_not(statement, [](unsigned char c) { return std::isalpha(c) != 0; });
  return ToUpper(statement.substr(0, static_cast<size_t>(end - statement.begin())));
}

bool SetsState(const std::string& statement) {
  script::Step step;
  step.statement.text = statement;
  return script::SetsState(step);
}

bool ChangesThings(const std::string& statement) {
  static constexpr std::string_view kChanges[] = {"CREATE", "DROP",  "ALTER", "ADD",
                                                  "REMOVE", "GRANT", "REVOKE"};
  return std::ranges::find(kChanges, VerbOf(statement)) != std::end(kChanges);
}

bool AnySetsState(const std::string& text, const session::Session& session) {
  return std::ranges::any_of(syntax::SplitStatements(text, ModeOf(session)),
                             [](const StatementText& one) { return SetsState(one.text); });
}

bool MayReadLastResult(std::string_view text) {
  const auto is_word = [&](size_t at) {
    return at < text.size() &&
           (text[at] == '_' || std::isalnum(static_cast<unsigned char>(text[at])) != 0);
  };
  for (size_t at = text.find('_'); at != text.npos; at = text.find('_', at + 1)) {
    if (!is_word(at + 1) && (at == 0 || !is_word(at - 1))) return true;
  }
  return false;
}

bool LeavesSession(const TextCheck& check) {
  // A warning is said once by a session.
  const bool warns = std::ranges::any_of(
      check.findings, [](const TextFinding& one) { return one.severity != Severity::kError; });
  static constexpr std::string_view kReads[] = {"SELECT", "EXPLAIN", "DESC", "SHOW"};
  return !warns && std::ranges::all_of(check.statements, [](const TextStatement& one) {
    return !one.script && std::ranges::find(kReads, one.verb) != std::end(kReads);
  });
}

TextCheck CheckText(const std::string& text, session::Session& check, CheckDepth depth,
                    messages::Language language, const std::vector<std::string>& done) {
  TextCheck found;
  FindingSink sink(found, language);
  for (const StatementText& statement : syntax::SplitStatements(text, ModeOf(check))) {
    found.statements.push_back({statement.offset, statement.offset + statement.text.size(),
                                statement.line, VerbOf(statement.text),
                                statement.kind == StatementText::Kind::kScript});
    const bool waits = AddVariables(statement, check, found);
    if (depth == CheckDepth::kStatements && !SetsState(statement.text)) continue;
    if (!statement.ending.empty()) {
      AddError(EndingOfPrompt(statement), statement, language, found);
    }
    const bool has_run = std::ranges::find(done, statement.text) != done.end();
    sink.Begin(statement, has_run && TakesAway(statement));
    const Result<session::Outcome> outcome = check.Execute(statement, sink);
    if (outcome.ok() || waits) continue;
    Error error = outcome.error();
    if (has_run && IsOfFirstRun(statement, error)) continue;
    script::AddCommandHint(statement.text, error);
    AddError(error, statement, language, found);
    for (const Error& other : error.others) AddError(other, statement, language, found);
  }
  std::ranges::stable_sort(found.findings, {}, &TextFinding::begin);
  return found;
}

}  // namespace paisql::console
