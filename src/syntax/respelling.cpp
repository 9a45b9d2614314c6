#include "syntax/respelling.h"

#include <algorithm>
#include <cctype>

#include "PaisqlParser.h"
#include "syntax/lexer/position.h"
#include "syntax/token_pattern.h"

namespace paisql::syntax {

namespace {

using Parser = paisql_grammar::PaisqlParser;

struct Clause {
  std::string_view statement;  // how statements begin that may have it
  std::string_view clause;     // what is cut, from '^' on
  std::string_view note;       // "" where there is nothing to say
};

constexpr std::string_view kStored = "tables are stored in one way";
constexpr std::string_view kOneForm = "";

constexpr std::string_view kCreate = "CREATE [ EXTERNAL ] TABLE";
constexpr std::string_view kAnyQuery = "WITH|SELECT|FROM|INSERT|EXPLAIN|CREATE|(";

constexpr Clause kClauses[] = {
    {kCreate, "SKEWED BY group ON group [ STORED AS DIRECTORIES ]", kStored},
    {kCreate, "COLLECTION ITEMS TERMINATED BY string", kStored},
    {kCreate, "MAP KEYS TERMINATED BY string", kStored},
    {kCreate,
     "STORED AS INPUTFORMAT string [ OUTPUTFORMAT string ] [ INPUTDRIVER string ] "
     "[ OUTPUTDRIVER string ]",
     kStored},
    {"CREATE [ OR REPLACE ] VIEW", "TBLPROPERTIES group", "views have no properties"},
    {"ALTER TABLE name DROP", "IGNORE PROTECTION $", "tables have no protection"},
    {"ALTER TABLE name ADD|CHANGE|DROP|RENAME", "CASCADE|RESTRICT $",
     "partitions have the columns of their table"},
    {"UNLOAD", "PROPERTIES group", "files have the compression that their format has"},
    {"SHOW", "BUILTIN", kOneForm},
    {"EXPLAIN", "EXTENDED|FORMATTED|DEPENDENCY|LOGICAL|AUTHORIZATION|REWRITE", kOneForm},
    {kAnyQuery, "string YEAR|MONTH|DAY|HOUR|MINUTE|SECOND ^ ( number [ , number ] )", kOneForm},
    {kAnyQuery, "TO MONTH|DAY|HOUR|MINUTE|SECOND ^ ( number [ , number ] )", kOneForm},
    {"WITH", "(|, word ^ COMMENT string", kOneForm},
};

struct Spelling {
  std::string_view statement;
  size_t token;
  size_t type;  // that the token gets
  std::string_view note;
};

constexpr Spelling kSpellings[] = {
    {"DESC|DESCRIBE FORMATTED|PRETTY name spec", 1, Parser::EXTENDED, ""},
    {"SHOW DATABASES [ LIKE string ]", 1, Parser::PROJECTS, ""},
    {"LIST|LS TABLES …", 0, Parser::SHOW, ""},
    {"LIST JOBS", 0, Parser::SHOW, ""},
    {"UNALIAS word", 0, Parser::ALIAS, ""},
    {"SETPROJECT word …", 0, Parser::SET, "SETPROJECT sets what SET does, for this session alone"},
};

// Words of the client that say no more than the statement without them.
struct SpareWords {
  std::string_view statement;
  size_t first;
  size_t count;
};

constexpr SpareWords kSpareWords[] = {
    {"DESC|DESCRIBE XFLOW INSTANCE …", 1, 1},
    {"WAIT XFLOW INSTANCE …", 1, 2},
    {"WAIT JOBVIEW - word …", 1, 3},
};

bool CutSpareWords(TokenList& tokens) {
  for (const SpareWords& spare : kSpareWords) {
    if (!MatchStatement(tokens, spare.statement).has_value()) continue;
    tokens.Cut(spare.first, spare.first + spare.count);
    return true;
  }
  return false;
}

bool CutClause(TokenList& tokens, size_t stopped, std::vector<StatementNote>& notes) {
  for (const Clause& clause : kClauses) {
    if (!MatchAt(tokens, clause.statement, 0).has_value()) continue;
    const std::optional<TokenMatch> match = MatchAround(tokens, clause.clause, stopped);
    if (!match.has_value() || match->all.begin == 0) continue;
    if (!clause.note.empty()) {
      const size_t last = std::min(match->all.end, tokens.count() - 1) - 1;
      notes.push_back({Span(tokens.RangeAt(match->mark), tokens.RangeAt(last)),
                       match->words + " has no effect: " + std::string(clause.note)});
    }
    tokens.Cut(match->mark, std::min(match->all.end, tokens.count() - 1));
    return true;
  }
  return false;
}

// ::f(…) is the function f that is built in, which is what f(…) finds first.
bool CutBuiltinMark(TokenList& tokens, size_t stopped) {
  constexpr std::string_view kMark =
      "SELECT|DISTINCT|WHERE|AND|OR|NOT|ON|BY|HAVING|WHEN|THEN|ELSE|LIKE|BETWEEN|IN|,|(|=|<|>|+|-"
      "|*|/|% ^ : : word (";
  const std::optional<TokenMatch> match = MatchAround(tokens, kMark, stopped);
  if (!match.has_value()) return false;
  tokens.Cut(match->mark, match->mark + 2);
  return true;
}

bool ChangeWord(TokenList& tokens, std::vector<StatementNote>& notes) {
  for (const Spelling& spelling : kSpellings) {
    if (!MatchStatement(tokens, spelling.statement).has_value()) continue;
    if (tokens.TypeAt(spelling.token) == spelling.type) continue;
    tokens.Retype(spelling.token, spelling.type);
    if (!spelling.note.empty()) {
      notes.push_back({tokens.RangeAt(spelling.token), std::string(spelling.note)});
    }
    return true;
  }
  return false;
}

// 1712d in the place of a name is not a number.
bool ReadNumberAsName(TokenList& tokens, size_t stopped) {
  if (tokens.TypeAt(stopped) != Lexer::NUMBER_VALUE) return false;
  const std::string_view text = tokens.TextAt(stopped);
  const size_t letters = text.find_first_not_of("0123456789");
  if (letters == 0 || letters == std::string_view::npos) return false;
  if (!std::all_of(text.begin() + static_cast<ssize_t>(letters), text.end(),
                   [](unsigned char c) { return std::isalnum(c) != 0; })) {
    return false;
  }
  tokens.Retype(stopped, Parser::IDENTIFIER);
  return true;
}

}  // namespace

bool Respell(TokenList& tokens, size_t stopped, std::vector<StatementNote>& notes) {
  return ChangeWord(tokens, notes) || CutSpareWords(tokens) || CutClause(tokens, stopped, notes) ||
         CutBuiltinMark(tokens, stopped) || ReadNumberAsName(tokens, stopped);
}

}  // namespace paisql::syntax
