#pragma once

// Parts of SHOW and DESC that stand in files of their own, and words that several of them print.

#include <string>
#include <string_view>

#include "session/state.h"
#include "syntax/statement.h"

namespace paisql::session {

// The statement that makes the table or view again, with a semicolon and a newline at its end.
std::string CreateStatement(const store::Table& table);

Result<Answer> ShowInstances(const syntax::ShowStatement& statement, Run& run);
Result<Answer> DescribeInstance(const syntax::DescribeStatement& statement, Run& run);
Result<Answer> DescribeTable(const syntax::DescribeStatement& statement, Run& run);

// kResourceNotFound with the nearest names.
Result<store::Resource> FindResource(const std::string& name, const SourceRange& range, Run& run);
std::string_view ResourceKindName(store::ResourceKind kind);
// The client's words: Waiting, Running, Success, Failed, Cancelled.
std::string_view JobStateName(store::JobState state);

// The text as a string literal of SQL.
std::string QuoteLiteral(std::string_view text);

}  // namespace paisql::session
