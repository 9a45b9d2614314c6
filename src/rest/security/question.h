#pragma once

// Statements about users, roles and permissions, as clients send them to /authorization.

#include <optional>
#include <string>
#include <string_view>

#include "rest/call.h"
#include "rest/service.h"
#include "store/security.h"
#include "syntax/statement.h"

namespace paisql::rest {

struct Question {
  std::string text;  // one statement, without its semicolon
  syntax::StatementPtr statement;
};

// kUnsupported for a statement of another kind, which is for an instance, and for one that reads a
// file of the server.
Result<Question> ReadQuestion(std::string_view text);

// What the platform answers where a user or a role is not there, or there already; nullopt where
// nothing speaks against the statement. `account`: whose user a name without an account is.
std::optional<Answer> RefuseNames(const Question& question, const store::ProjectSecurity& security,
                                  std::string_view account);

// Runs it for who has sent the call. The answer in JSON, or as people read it.
Result<std::string> AnswerQuestion(const Call& call, Service& service, const std::string& place,
                                   const Question& question, bool json);

}  // namespace paisql::rest
