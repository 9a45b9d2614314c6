#pragma once

// The words of an OSS or FS command: operands and options, as the table of its verb has them.

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oss/place.h"
#include "session/state.h"
#include "syntax/word.h"

namespace paisql::session {

struct OssOption {
  std::string_view name;  // "-r"
  std::string_view full;  // "-recursive"
  bool number = false;    // a whole number follows it
};

struct OssArguments {
  SourceRange range;  // of the command
  std::vector<syntax::Word> operands;
  std::set<std::string_view> flags;  // by their short names
  std::map<std::string_view, int64_t> numbers;

  bool Has(std::string_view flag) const { return flags.contains(flag); }
};

// kInvalidCommand, at its word, for an option that the table has not and for another number of
// operands; `usage` is told then.
Result<OssArguments> ReadOssArguments(std::span<const syntax::Word> words,
                                      std::span<const OssOption> options, size_t least, size_t most,
                                      std::string_view usage);

// A verb of a command, such as OSS CP or FS -put.
struct OssVerb {
  std::string_view name;
  std::span<const OssOption> options;
  size_t least;  // operands
  size_t most;
  Status (*run)(const OssArguments&, Run&);
  std::string_view usage;
};

// Runs the verb that the first word names, in any letter case, with these flags in addition to
// those that are written. kInvalidCommand for an unknown verb or none: the hint has the nearest or
// all of them. `flags` and the words outlive the call.
Status RunVerb(std::string_view command, std::span<const OssVerb> verbs,
               std::span<const syntax::Word> words, const SourceRange& range,
               const std::set<std::string_view>& flags, Run& run);

// The caller that works on objects for the statement.
oss::Caller OssCallerOf(Run& run);

// Shows the answer, and keeps it as the last result.
Status ShowOss(const Answer& answer, Run& run);

}  // namespace paisql::session
