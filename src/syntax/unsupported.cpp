#include "syntax/unsupported.h"

#include <string>

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/position.h"

namespace paisql::syntax {

namespace {

// Longest first where one begins with another. '…' stands for anything in between: the last word is
// then the one at which the parser stopped, or the one before, which it took for a name.
constexpr std::string_view kUnsupported[] = {"ALIAS",
                                             "ALLOW",
                                             "ALTER MATERIALIZED VIEW",
                                             "ALTER PROJECT",
                                             "ALTER ROLE",
                                             "ALTER SCHEMA",
                                             "ALTER TABLE … ARCHIVE",
                                             "ALTER TABLE … CHANGE",
                                             "ALTER TABLE … CHANGEOWNER",
                                             "ALTER TABLE … CLUSTERED",
                                             "ALTER TABLE … COMPACT",
                                             "ALTER TABLE … DISABLE",
                                             "ALTER TABLE … ENABLE",
                                             "ALTER TABLE … FREEZE",
                                             "ALTER TABLE … MERGE",
                                             "ALTER TABLE … NOT",
                                             "ALTER TABLE … PARTITION",
                                             "ALTER TABLE … RESTORE",
                                             "ALTER TABLE … SET",
                                             "ALTER TABLE … UNSET",
                                             "ALTER USER",
                                             "ALTER VIEW",
                                             "ANALYZE",
                                             "BEGIN",
                                             "CALL",
                                             "CLEAR",
                                             "CLONE",
                                             "COPY",
                                             "COST",
                                             "CREATE EXTERNAL FUNCTION",
                                             "CREATE EXTERNAL PROJECT",
                                             "CREATE FUNCTION",
                                             "CREATE MATERIALIZED VIEW",
                                             "CREATE OFFLINEMODEL",
                                             "CREATE ONLINEMODEL",
                                             "CREATE PACKAGE",
                                             "CREATE RESOURCE",
                                             "CREATE ROLE",
                                             "CREATE SCHEMA",
                                             "CREATE SQL FUNCTION",
                                             "CREATE TEMPORARY FUNCTION",
                                             "CREATE VOLUME",
                                             "DELETE",
                                             "DESC OFFLINEMODEL",
                                             "DESC PACKAGE",
                                             "DESC ROLE",
                                             "DESC SCHEMA",
                                             "DROP FUNCTION",
                                             "DROP MATERIALIZED VIEW",
                                             "DROP OFFLINEMODEL",
                                             "DROP ONLINEMODEL",
                                             "DROP PACKAGE",
                                             "DROP ROLE",
                                             "DROP SCHEMA",
                                             "DROP VOLUME",
                                             "EXPORT",
                                             "FUNCTION",
                                             "GRANT",
                                             "HISTORY",
                                             "IF",
                                             "INSERT … ZORDER",
                                             "INSTALL",
                                             "LIST USERS",
                                             "LIST ROLES",
                                             "LOAD",
                                             "MERGE",
                                             "MSCK",
                                             "PURGE",
                                             "PUT",
                                             "READ",
                                             "REMOVE",
                                             "RESTORE",
                                             "REVOKE",
                                             "SETENV",
                                             "SETPROJECT",
                                             "SHOW ACL",
                                             "SHOW EXTERNAL",
                                             "SHOW GRANTS",
                                             "SHOW LABEL",
                                             "SHOW MATERIALIZED",
                                             "SHOW OFFLINEMODELS",
                                             "SHOW PACKAGES",
                                             "SHOW ROLES",
                                             "SHOW SCHEMAS",
                                             "SHOW SECURITYCONFIGURATION",
                                             "SHOW VERSION",
                                             "SHOW XFLOWS",
                                             "SPARK",
                                             "TOP",
                                             "TRIGGER",
                                             "UNALIAS",
                                             "UNDO",
                                             "UNINSTALL",
                                             "UNLOAD",
                                             "UPDATE",
                                             "USE QUOTA"};
constexpr std::string_view kGap = "…";

// Whether the statement is the one of the entry; then `last` is the index of its last word.
bool Matches(std::string_view entry, const TokenList& tokens, const SourceRange& offending,
             size_t& last) {
  size_t i = 0;
  bool behind_gap = false;
  for (const std::string& word : Split(entry, ' ')) {
    if (word == kGap) {
      while (i + 1 < tokens.count() && tokens.RangeAt(i).begin < offending.begin) ++i;
      behind_gap = true;
      continue;
    }
    if (behind_gap && i > 0 && ToUpper(tokens.TextAt(i - 1)) == word) --i;
    if (i + 1 >= tokens.count() || ToUpper(tokens.TextAt(i)) != word) return false;
    last = i++;
  }
  return true;
}

}  // namespace

void RefuseUnsupported(const TokenList& tokens, const SourceRange& offending) {
  const size_t first = tokens.TypeAt(0);
  if (first == Lexer::VARIABLE && tokens.count() > 2 && tokens.TypeAt(1) == Lexer::ASSIGN) {
    Fail(ErrorCode::kUnsupported, tokens.RangeAt(0), "script mode is not supported");
  }
  for (std::string_view entry : kUnsupported) {
    size_t last = 0;
    if (!Matches(entry, tokens, offending, last)) continue;
    Fail(ErrorCode::kUnsupported, Span(tokens.RangeAt(0), tokens.RangeAt(last)),
         "statement " + std::string(entry) + " is not supported");
  }
}

}  // namespace paisql::syntax
