#pragma once

// Runs a statement for the user who asks, where a request does what a statement does.

#include <string>
#include <string_view>
#include <vector>

#include "rest/call.h"
#include "rest/service.h"
#include "session/answer.h"

namespace paisql::rest {

// In a session of its own in this place (store/place.h); what the statement says to people.
Result<std::string> RunStatement(const Call& call, Service& service, const std::string& place,
                                 std::string text);
// The same, with the answers of SHOW, LIST and DESC as rows, too.
struct Said {
  std::string text;
  std::vector<session::Answer> answers;
};
Result<Said> RunForAnswers(const Call& call, Service& service, const std::string& place,
                           std::string text);
// Whether the text can stand within quotes as it is: it has no quotes, no backslash, no end of a
// line and no variable.
bool CanBeQuoted(std::string_view text);

}  // namespace paisql::rest
