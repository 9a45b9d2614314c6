#pragma once

// A page of HELP: the same lines as rows for tools and, folded to 100 columns, for people.

#include <string>
#include <string_view>

#include "messages/messages.h"
#include "session/sink.h"

namespace paisql::session {

class HelpPage {
 public:
  explicit HelpPage(messages::Language language) : language_(language) {}

  messages::Language language() const { return language_; }
  bool empty() const { return answer_.rows.empty(); }
  // One line, as it is.
  void Line(std::string line);
  // Lines, each with so many blanks in front.
  void Lines(std::string_view text, size_t indent);
  // A sentence of ours, in the language of the page.
  void Say(std::string_view english);
  // "name: summary", or in a list "  name   summary" with the name in so many columns.
  void Entry(std::string_view name, std::string_view summary, size_t width);
  void Example(std::string_view statements);
  void Blank();  // none at the beginning, and no two
  Answer Take() { return std::move(answer_); }

 private:
  messages::Language language_;
  Answer answer_{{"help"}, {}, ""};
};

// The line folded at blanks, or between wide characters, to 100 columns; what goes on stands below
// the line's last column where it has several, else a little further in than its beginning.
std::string Folded(std::string_view line);

}  // namespace paisql::session
