#pragma once

// The text of an editor before it runs: where its statements are, what is wrong with them, and
// which variables still want a value. Places are bytes of the whole text.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "messages/messages.h"
#include "session/session.h"

namespace paisql::console {

enum class Severity { kError, kWarning, kInfo };

struct TextFinding {
  Severity severity = Severity::kError;
  size_t begin = 0;
  size_t end = 0;
  std::string code;  // "" for a warning: the platform numbers none
  std::string name;  // "Table not found"
  std::string message;
  std::string cure;
  std::string variable = {};  // the variable that has no value yet, for which a page asks
};

struct TextStatement {
  size_t begin = 0;
  size_t end = 0;  // without its semicolon
  int line = 1;
  std::string verb;     // its first word, in upper case
  bool script = false;  // one in script mode
};

struct TextCheck {
  std::vector<TextStatement> statements;
  std::vector<TextFinding> findings;
  std::vector<std::string> variables;  // each variable without a value, once
};

enum class CheckDepth {
  kStatements,  // the check looks only into statements that set state
  kAll,
};

// `check` is a session that only checks, in the state in which the text would run. Its changes
// count for the statements that follow. `done`: changes that the tab has made. The check
// does not report that a thing exists which they have made.
TextCheck CheckText(const std::string& text, session::Session& check, CheckDepth depth,
                    messages::Language language, const std::vector<std::string>& done = {});

// Whether a check session that has checked the text is as it was but for the last result, and would
// say the same again.
bool LeavesSession(const TextCheck& check);
// Whether the text may read "_", the last result.
bool MayReadLastResult(std::string_view text);
// Whether a statement of the text sets what the ones after it find. `session`: where it would run.
bool AnySetsState(const std::string& text, const session::Session& session);
// Whether the statement sets what later ones of the session find, and nothing else.
bool SetsState(const std::string& statement);
// Whether the statement makes, changes or removes a thing, so that a second run of it may fail
// because of the first one.
bool ChangesThings(const std::string& statement);
// "SELECT" of "select 1".
std::string VerbOf(std::string_view statement);

}  // namespace paisql::console
