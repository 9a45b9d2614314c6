#pragma once

// Reads what is typed between two prompts.

#include <memory>
#include <string>

#include "shell/history/history.h"

namespace paisql::shell {

struct Reading {
  enum class State {
    kEntry,
    kInterrupted,  // Ctrl-C; `text` is what was typed
    kEnd,          // Ctrl-D, or the terminal has gone; `text` is what was typed
  };
  State state = State::kEnd;
  std::string text;
};

class EntryReader {
 public:
  virtual ~EntryReader() = default;
  // `begun` is in the entry already. `suggest`: show what history has after the typed text, where
  // the terminal can.
  virtual Reading Read(const std::string& project, const std::string& begun, bool suggest) = 0;
};

// The editor with a screen of its own (line_editor.h), or, where the terminal cannot show it,
// readline line by line. There is one at a time: readline is one.
std::unique_ptr<EntryReader> MakeEntryReader(History& history);

// Line by line, with readline's display.
std::unique_ptr<EntryReader> MakeLineReader();

}  // namespace paisql::shell
