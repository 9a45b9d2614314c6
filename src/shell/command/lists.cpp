#include "shell/command/handlers.h"

#include "base/text.h"
#include "script/destination/output_request.h"
#include "syntax/literal_text.h"

namespace paisql::shell {

namespace {

// Whoever types "\dt x;" is used to ending everything with a semicolon.
std::string WithoutSemicolon(std::string_view arguments) {
  std::string_view text = Trim(arguments);
  while (text.ends_with(';')) text = Trim(text.substr(0, text.size() - 1));
  return std::string(text);
}

int List(std::string_view things, const std::string& arguments, CommandContext& context) {
  const std::string pattern = WithoutSemicolon(arguments);
  std::string statement = "SHOW " + std::string(things);
  if (!pattern.empty()) statement += " LIKE " + syntax::QuoteLiteral(pattern);
  return RunAside(statement + ";", context);
}

int Describe(const std::string& arguments, bool samples, CommandContext& context) {
  const std::string name = WithoutSemicolon(arguments);
  return Report(context.session.Overview(name, samples, context.sink), context);
}

}  // namespace

int DescribeOrList(const std::string& arguments, CommandContext& context) {
  if (WithoutSemicolon(arguments).empty()) return ListTables("", context);
  return Describe(arguments, false, context);
}

int DescribeWithRows(const std::string& arguments, CommandContext& context) {
  if (WithoutSemicolon(arguments).empty()) {
    return RefuseUse("\\d+ needs the name of a table or view", "\\d+ [project.]name", context);
  }
  return Describe(arguments, true, context);
}

int ListTables(const std::string& arguments, CommandContext& context) {
  return ShowTableList(WithoutSemicolon(arguments), false, context);
}

int ListViews(const std::string& arguments, CommandContext& context) {
  return ShowTableList(WithoutSemicolon(arguments), true, context);
}

int LookIntoFile(const std::string& arguments, CommandContext& context) {
  if (WithoutSemicolon(arguments).empty()) {
    return RefuseUse("\\peek needs a file", "\\peek data.csv", context);
  }
  const Result<std::string> path = script::ParsePath(WithoutSemicolon(arguments));
  if (!path.ok()) return Report(path.error(), context);
  return PeekFile(*path, context);
}

int ListFunctions(const std::string& arguments, CommandContext& context) {
  return List("FUNCTIONS", arguments, context);
}

int ListProjects(const std::string& arguments, CommandContext& context) {
  return List("PROJECTS", arguments, context);
}

}  // namespace paisql::shell
