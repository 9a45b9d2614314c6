#pragma once

// A page of HELP: the same lines as rows for tools and, folded to the terminal, for people.

#include <string>
#include <string_view>

#include "messages/messages.h"
#include "session/answer.h"

namespace paisql::session {

class HelpPage {
 public:
  // `columns` of the terminal; 0: not a terminal.
  HelpPage(messages::Language language, int columns);

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
  // Lines that people copy: none is folded.
  void Verbatim(std::string_view text, size_t indent);
  void Blank();  // none at the beginning, and no two
  Answer Take() { return std::move(answer_); }

 private:
  // Its text for people alone.
  void Show(std::string_view line);

  messages::Language language_;
  int columns_;
  Answer answer_{{"help"}, {}, ""};
};

}  // namespace paisql::session
