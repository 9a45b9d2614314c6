#pragma once

// The statements of a run: those of all its inputs in their order, numbered, with those of the
// files that they include (`source FILE;` and `\i FILE`) in their place. Files are read and parsed
// whole before anything runs, so a mistake at the end of a file is found while nothing has
// happened yet.
//
// A program belongs to one thread.

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/result.h"
#include "script/destination/output_request.h"
#include "script/inputs.h"
#include "syntax/lexer/lexer.h"
#include "syntax/statement.h"

namespace paisql::script {

// Where statements stand.
struct Source {
  std::string name;          // the file's, "" when there is none
  std::string folder = ".";  // where relative paths of its statements start
  bool file = false;         // read and parsed whole before it runs
  bool script = false;       // one script: -s
};
using SourcePtr = std::shared_ptr<const Source>;

struct Step {
  syntax::StatementText statement;
  SourcePtr source;
  // The tree; null of statements that are parsed when they run: those of no file, those with
  // variables, whose text is known only then, and what is very long all together.
  syntax::StatementPtr parsed;
  size_t number = 0;         // from 1, among all of the program
  size_t client_number = 0;  // the same as the platform's client counts: with empty statements
  // Where its \g stands, counted as places of the statement are; unknown of what was split before.
  SourceRange ending = {};
};

// The error of a statement's \g, whose range counts there or is unknown, at its place.
Error PlacedAtEnding(Error error, const Step& step);

// A mistake in a statement of a file, found before anything runs.
struct Problem {
  syntax::StatementText statement;
  SourcePtr source;
  Error error;
  size_t steps_before = 0;  // of the program
};

struct Program {
  std::vector<Step> steps;
  std::vector<Problem> problems;
};

inline constexpr size_t kMaxIncludeDepth = 50;

// Statements of one input, appended to those of the inputs before it.
class ProgramBuilder {
 public:
  struct Options {
    // Files are only split where this is false: whoever asks finds the mistakes himself.
    bool parse = true;
    // Once this is asked for, the program that is built is of no use, and the rest is not looked
    // at.
    std::stop_token stop = {};
    // Judges the \g of a file's statement; null: anything is accepted.
    std::function<Status(const OutputRequest&)> accepts = nullptr;
  };
  ProgramBuilder() = default;
  explicit ProgramBuilder(Options options) : options_(std::move(options)) {}

  // The whole text of a file or of the command line; what a quit ends is not looked at.
  void Add(const Script& script, const SourcePtr& source);
  // Statements that were split already, of a prompt or a pipe.
  void Add(std::vector<syntax::StatementText> statements, const SourcePtr& source);
  // Ctrl-C came meanwhile: what there is of the program is not to run.
  bool interrupted() const { return interrupted_ || options_.stop.stop_requested(); }
  Program Take() { return std::move(program_); }

 private:
  void AddText(std::string_view text, const SourcePtr& source);
  void AddStatement(syntax::StatementText statement, const SourceRange& ending,
                    const SourcePtr& source);
  Result<syntax::StatementPtr> Parse(const Step& step) const;
  void Include(const syntax::StatementText& statement, const std::string& path,
               const SourcePtr& source);

  bool over() const { return quit_ || interrupted(); }

  Options options_;
  Program program_;
  std::vector<std::string> open_;  // files that are being included, as the system names them
  size_t kept_bytes_ = 0;          // of statements whose trees are kept
  size_t client_number_ = 0;
  bool quit_ = false;
  bool interrupted_ = false;  // while an included file was read
};

// The path of `source FILE`, also in quotes; "" of another statement.
std::string IncludedFile(std::string_view statement);

// The beginning of the statement in one line of at most so many columns, without secrets.
std::string FirstWords(std::string_view statement, int columns);

}  // namespace paisql::script
