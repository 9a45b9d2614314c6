#include "script/program.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/leash.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "script/prompt_commands.h"
#include "syntax/dialect/dialect.h"
#include "syntax/parser.h"
#include "syntax/script.h"
#include "syntax/statements/commands.h"
#include "variables/substitution.h"

namespace paisql::script {

namespace {

// Trees take a hundred times the room of their texts. After so many bytes of statements the rest
// is parsed once to find its mistakes, and once more when it runs.
constexpr size_t kMaxKeptBytes = 32UL << 20;

constexpr std::string_view kIncludeLine = "\\i";

// The platform's files of script mode.
constexpr std::string_view kScriptEnd = ".ms";

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool BeginsWithWord(std::string_view text, std::string_view word) {
  return text.size() > word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word) &&
         IsBlank(text[word.size()]);
}

std::string Unquoted(std::string_view path) {
  path = Trim(path);
  const bool quoted = path.size() >= 2 && (path.front() == '\'' || path.front() == '"') &&
                      path.back() == path.front();
  return std::string(quoted ? path.substr(1, path.size() - 2) : path);
}

// The name by which one can tell whether two files are the same.
std::string SystemName(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path name = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : name.string();
}

// The cure for a file that cannot be read; `by_file`: one includes it, else somebody typed it.
std::string WhereItWasLookedFor(const std::string& path, bool by_file) {
  if (by_file) return "relative paths start at the folder of the file that includes";
  std::error_code failure;
  const std::filesystem::path folder = std::filesystem::current_path(failure);
  if (failure || std::filesystem::path(path).is_absolute()) return "";
  return "relative paths start at the current folder, " + folder.string();
}

// Semicolons between two statements, outside comments: each ends a statement, and all but the
// first an empty one.
size_t CountSemicolons(std::string_view gap) {
  size_t count = 0;
  for (size_t at = 0; at < gap.size(); ++at) {
    const std::string_view rest = gap.substr(at);
    if (rest.starts_with("--") || rest.front() == '#') {
      at = std::min(gap.find('\n', at), gap.size());
    } else if (rest.starts_with("/*")) {
      at = std::min(gap.find("*/", at + 2), gap.size() - 1);
    } else if (rest.front() == ';') {
      ++count;
    }
  }
  return count;
}

// Where what ends the statement stands, as places of the statement are counted.
SourceRange EndingRange(std::string_view text, const syntax::StatementText& statement) {
  if (statement.ending.empty()) return {};
  const size_t begin = statement.ending_offset - statement.offset;
  SourceRange range{begin, begin + statement.ending.size(), 1, 1};
  for (const char c : text.substr(statement.offset, begin)) {
    if (c == '\n') {
      ++range.line;
      range.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++range.column;
    }
  }
  return range;
}

// `source FILE` without its semicolon takes the statement after it for a part of the name.
Error SwallowedLine(std::string_view statement) {
  const size_t line_end = statement.find('\n');
  size_t begin = line_end;
  SourceRange range;
  range.line = 1;
  for (; IsBlank(statement[begin]); ++begin) {
    if (statement[begin] == '\n') {
      ++range.line;
      range.column = 1;
    } else {
      ++range.column;
    }
  }
  range.begin = begin;
  range.end = std::min(statement.find('\n', begin), statement.size());
  return {ErrorCode::kParse, "the name of a file ends with its line", range,
          "in a script source FILE ends with a semicolon, too"};
}

}  // namespace

Error PlacedAtEnding(Error error, const Step& step) {
  const SourceRange& ending = step.ending;
  if (!ending.known() || !error.range.known()) {
    error.range = ending;
    return error;
  }
  error.range.begin += ending.begin;
  error.range.end += ending.begin;
  error.range.line = ending.line;
  error.range.column += ending.column - 1;
  return error;
}

std::string IncludedFile(std::string_view statement) {
  if (BeginsWithWord(statement, kIncludeLine)) return Unquoted(statement.substr(2));
  if (BeginsWithWord(statement, "source")) return Unquoted(statement.substr(6));
  return "";
}

std::string FirstWords(std::string_view statement, int columns) {
  constexpr size_t kEnough = 600;  // bytes that are looked at
  const size_t length = std::min(statement.size(), kEnough);
  const std::string text = MaskSecrets(statement.substr(0, length));
  std::string line;
  for (const char c : text) {
    const bool blank = IsBlank(c) || static_cast<unsigned char>(c) < 0x20;
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (length == statement.size() && DisplayWidth(line) <= columns) return line;
  line = FirstColumns(line, columns - 2);
  while (line.ends_with(' ')) line.pop_back();
  return line + " …";
}

void ProgramBuilder::Add(const Script& script, const SourcePtr& source) {
  if (source->file) open_.push_back(SystemName(source->name));
  AddText(script.text, source);
  if (source->file) open_.pop_back();
}

void ProgramBuilder::Add(std::vector<syntax::StatementText> statements, const SourcePtr& source) {
  for (syntax::StatementText& statement : statements) {
    AddStatement(std::move(statement), {}, source);
  }
}

void ProgramBuilder::AddText(std::string_view text, const SourcePtr& source) {
  size_t end = 0;
  const bool script = source->script || source->name.ends_with(kScriptEnd);
  std::vector<syntax::StatementText> statements = syntax::SplitStatements(
      text, script ? syntax::SplitMode::kScript : syntax::SplitMode::kStatements);
  for (syntax::StatementText& statement : statements) {
    if (over()) return;
    const size_t ended = CountSemicolons(text.substr(end, statement.offset - end));
    client_number_ += ended - (end > 0 && ended > 0 ? 1 : 0);
    end = statement.offset + statement.text.size();
    const SourceRange ending = EndingRange(text, statement);
    AddStatement(std::move(statement), ending, source);
  }
}

void ProgramBuilder::AddStatement(syntax::StatementText statement, const SourceRange& ending,
                                  const SourcePtr& source) {
  if (over()) return;
  ++client_number_;
  if (const std::string path = IncludedFile(statement.text); !path.empty()) {
    return Include(statement, path, source);
  }
  Step step;
  step.source = source;
  step.number = program_.steps.size() + 1;
  step.client_number = client_number_;
  step.statement = std::move(statement);
  step.ending = ending;
  if (options_.parse && source->file) {
    Result<syntax::StatementPtr> parsed = Parse(step);
    if (!parsed.ok()) {
      if (options_.stop.stop_requested()) return;
      program_.problems.push_back(
          {std::move(step.statement), source, std::move(parsed).error(), program_.steps.size()});
      return;
    }
    quit_ = *parsed != nullptr && syntax::IsA<syntax::QuitStatement>(**parsed);
    kept_bytes_ += step.statement.text.size();
    if (kept_bytes_ <= kMaxKeptBytes) step.parsed = *std::move(parsed);
  }
  program_.steps.push_back(std::move(step));
}

// Null where the text is known only when it runs.
Result<syntax::StatementPtr> ProgramBuilder::Parse(const Step& step) const {
  const syntax::StatementText& statement = step.statement;
  syntax::StatementPtr parsed;
  if (!variables::MayHoldVariables(statement.text)) {
    Leash leash(options_.stop, 0);
    const bool script = statement.kind == syntax::StatementText::Kind::kScript;
    Result<syntax::StatementPtr> tree = nullptr;
    if (!script) {
      tree = syntax::ParseStatement(statement.text, &leash);
    } else if (const auto steps = syntax::ParseScript(statement.text, &leash); !steps.ok()) {
      tree = steps.error();
    }
    if (!tree.ok()) {
      Error error = std::move(tree).error();
      syntax::AddDialectHints(statement.text, error);
      AddCommandHint(statement.text, error);
      return error;
    }
    parsed = *std::move(tree);
  }
  if (variables::MayHoldVariables(statement.ending)) return parsed;
  const Result<OutputRequest> request = ParseOutputRequest(statement.ending);
  if (!request.ok()) return PlacedAtEnding(request.error(), step);
  const Status accepted = options_.accepts ? options_.accepts(*request) : Status::Ok();
  if (!accepted.ok()) return PlacedAtEnding(accepted.error(), step);
  return parsed;
}

void ProgramBuilder::Include(const syntax::StatementText& statement, const std::string& path,
                             const SourcePtr& source) {
  namespace fs = std::filesystem;
  if (const size_t line_end = path.find('\n'); line_end != std::string::npos) {
    program_.problems.push_back(
        {statement, source, SwallowedLine(statement.text), program_.steps.size()});
    return;
  }
  const auto refuse = [&](ErrorCode code, std::string detail, std::string hint) {
    program_.problems.push_back(
        {statement, source, {code, std::move(detail), {}, std::move(hint)}, program_.steps.size()});
  };
  const std::string name = fs::path(path).is_absolute() || source->folder == "."
                               ? path
                               : (fs::path(source->folder) / path).lexically_normal().string();
  const std::string known = SystemName(name);
  if (std::ranges::find(open_, known) != open_.end()) {
    return refuse(ErrorCode::kInvalidCommand, "the file " + name + " includes itself",
                  "take the line out of one of the files");
  }
  if (open_.size() >= kMaxIncludeDepth) {
    return refuse(ErrorCode::kInvalidCommand, "files include each other too deeply",
                  "at most " + std::to_string(kMaxIncludeDepth) + " stand within each other");
  }
  Result<std::vector<ScriptFile>> files = ReadInputs({{true, name}}, false, options_.stop);
  interrupted_ = !files.ok() && files.error().code == ErrorCode::kInstanceCancelled;
  if (interrupted_) return;
  if (!files.ok()) {
    return refuse(ErrorCode::kIo, files.error().detail, WhereItWasLookedFor(path, source->file));
  }
  ScriptFile& file = files->front();
  open_.push_back(known);
  AddText(file.script.text,
          std::make_shared<const Source>(Source{name, std::move(file.folder), true}));
  open_.pop_back();
}

}  // namespace paisql::script
