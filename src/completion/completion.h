#pragma once

// Completes the word that somebody is typing: for Tab at a prompt. The grammar says which keywords
// can stand there and where a name is expected (syntax/expected.h); the names come from a Sources.
// The text need not be a whole statement, and a mistake in it only costs some of the answer.
// Nothing here runs, parses or changes anything. Belongs to one thread.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "completion/sources/sources.h"

namespace paisql::completion {

enum class Kind {
  kKeyword,
  kProject,
  kTable,
  kView,
  kRelation,  // an alias or a WITH name of the statement
  kColumn,
  kFunction,
  kType,
  kSetting,
  kValue,
  kPartition,
  kResource,
  kJob,
  kTopic,
  kOption,
  kAlgorithm,
  kParameter,
  kCommand,
  kFile,
  kFolder,
};

struct Item {
  std::string text;  // what takes the place of the typed word
  Kind kind = Kind::kKeyword;
  std::string detail;  // a type, a signature, a line of help; "" where there is none
  // Something follows without a blank: "substr(", "-Dtables=", "folder/", or a quote stands there.
  bool goes_on = false;
};

struct Completions {
  size_t begin = 0;  // the items take the place of the text from here to the cursor
  // The best first; keywords come last. No two have the same text.
  std::vector<Item> items;
  // False: there are more than these, so it is not known what all of them begin with.
  bool whole = true;
  // The signatures of the function in whose brackets the cursor stands, one a line; "" for none.
  std::string signature;
};

// `text` is all that is typed, `cursor` a place in it. An answer without items: nothing fits.
Completions Complete(std::string_view text, size_t cursor, Sources& sources);

// The text that all items begin with, in the first one's letter case; at least the text that is
// typed already.
std::string CommonBeginning(const Completions& completions, std::string_view typed);

}  // namespace paisql::completion
