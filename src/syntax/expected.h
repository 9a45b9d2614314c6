#pragma once

// The tokens that the grammar expects after the beginning of a statement: for Tab at the prompt.
// Pure, safe from any thread; the cost is linear in the text.

#include <string>
#include <string_view>
#include <vector>

namespace paisql::syntax {

// A place where a name may stand: the rule of the grammar that wants it ("dropTable").
struct NamePlace {
  std::string_view rule;
  bool in_list = false;  // within the brackets of a list of names

  bool operator==(const NamePlace&) const = default;
};

struct Expected {
  // Keywords that can stand here as themselves, in upper case, each with those that have to follow
  // it: "GROUP BY". Sorted. Words that could only be names are not among them.
  std::vector<std::string> keywords;
  std::vector<NamePlace> names;
};

// `text` is a statement up to the word that is being typed. What the grammar refuses in it is
// passed over as well as possible: a missing name is thought of, another token left out.
Expected ExpectedAfter(std::string_view text);

// The name as it stands in a statement: in back-ticks where it needs them.
std::string NameAsWritten(std::string_view name);

}  // namespace paisql::syntax
