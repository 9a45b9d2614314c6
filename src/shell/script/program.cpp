#include "shell/script/program.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/leash.h"
#include "base/redact.h"
#include "base/text.h"
#include "syntax/parser.h"

namespace paisql::shell {

namespace {

// Trees take a hundred times the room of their texts. Behind so many bytes of statements the rest
// is parsed once to find its mistakes, and once more when it runs.
constexpr size_t kMaxKeptBytes = 32UL << 20;

constexpr std::string_view kIncludeLine = "\\i";

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

// What a file is called by whoever wants to know whether two are the same.
std::string SystemName(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path name = std::filesystem::weakly_canonical(path, failure);
  return failure ? path : name.string();
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

// A statement whose text changes before it is parsed.
bool HasVariables(std::string_view text) { return text.find("${") != std::string_view::npos; }

}  // namespace

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

void ProgramBuilder::Add(const Script& script, SourcePtr source) {
  if (source->file) open_.push_back(SystemName(source->name));
  AddText(script.text, 1, source);
  if (source->file) open_.pop_back();
}

void ProgramBuilder::Add(std::vector<syntax::StatementText> statements, const SourcePtr& source) {
  for (syntax::StatementText& statement : statements) AddStatement(std::move(statement), source);
}

void ProgramBuilder::AddText(std::string_view text, int first_line, const SourcePtr& source) {
  size_t end = 0;
  std::vector<syntax::StatementText> statements = syntax::SplitStatements(text);
  for (syntax::StatementText& statement : statements) {
    if (quit_) return;
    const size_t ended = CountSemicolons(text.substr(end, statement.offset - end));
    client_number_ += ended - (end > 0 && ended > 0 ? 1 : 0);
    end = statement.offset + statement.text.size();
    statement.line += first_line - 1;
    // `\i FILE` ends with its line; what follows begins a statement of its own.
    const size_t line_end = BeginsWithWord(statement.text, kIncludeLine) ? statement.text.find('\n')
                                                                         : std::string::npos;
    if (line_end == std::string::npos) {
      AddStatement(std::move(statement), source);
      continue;
    }
    const size_t behind = statement.offset + line_end + 1;
    const int line = statement.line;
    statement.text.resize(line_end);
    AddStatement(std::move(statement), source);
    return AddText(text.substr(behind), line + 1, source);
  }
}

void ProgramBuilder::AddStatement(syntax::StatementText statement, const SourcePtr& source) {
  if (quit_) return;
  ++client_number_;
  if (const std::string path = IncludedFile(statement.text); !path.empty()) {
    return Include(statement, path, source);
  }
  Step step;
  step.source = source;
  step.number = program_.steps.size() + 1;
  step.client_number = client_number_;
  if (parse_ && source->file && !HasVariables(statement.text)) {
    Leash leash({}, 0);
    Result<syntax::StatementPtr> parsed = syntax::ParseStatement(statement.text, &leash);
    if (!parsed.ok()) {
      program_.problems.push_back({std::move(statement), source, std::move(parsed).error()});
      return;
    }
    quit_ = (*parsed)->kind == syntax::StatementKind::kQuit;
    kept_bytes_ += statement.text.size();
    if (kept_bytes_ <= kMaxKeptBytes) step.parsed = *std::move(parsed);
  }
  step.statement = std::move(statement);
  program_.steps.push_back(std::move(step));
}

void ProgramBuilder::Include(const syntax::StatementText& statement, const std::string& path,
                             const SourcePtr& source) {
  namespace fs = std::filesystem;
  const auto refuse = [&](ErrorCode code, std::string detail, std::string hint) {
    program_.problems.push_back(
        {statement, source, {code, std::move(detail), {}, std::move(hint)}});
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
  Result<std::vector<ScriptFile>> files = ReadInputs({{true, name}});
  if (!files.ok()) {
    return refuse(ErrorCode::kIo, files.error().detail,
                  "relative paths start at the folder of the file that includes");
  }
  ScriptFile& file = files->front();
  open_.push_back(known);
  AddText(file.script.text, 1,
          std::make_shared<const Source>(Source{name, std::move(file.folder), true}));
  open_.pop_back();
}

}  // namespace paisql::shell
