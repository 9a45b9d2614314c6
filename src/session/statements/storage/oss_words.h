#pragma once

// The words of an OSS command: operands and options, as the table of its verb has them.

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

// The caller that works on objects for the statement.
oss::Caller OssCallerOf(Run& run);

// Shows the answer, and keeps it as the last result.
Status ShowOss(const Answer& answer, Run& run);

}  // namespace paisql::session
