// docs/functions.md is made of the tables, so that it cannot differ from them.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/text.h"
#include "committed_file.h"
#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr std::string_view kIntroduction =
    R"(# Functions and operators

This page is generated from the tables in `src/functions/`. After a change there, run the unit tests of the room once
with `PAISQL_UPDATE_DOCS=1` to write it anew. `HELP abs;` shows a function at the prompt.

A parameter is a type; `DECIMAL` of any precision; `ANY` for any type as it is; one letter for the same type wherever it
stands; `const` where the argument must be a constant; `...` for one or more and `*` for none or more arguments;
`LAMBDA<K,V,R>` a function of a K and a V with the result R, written `(k, v) -> …`, or the name of a function. After a
call stands in which of type edition 1.0, type edition 2.0 and Hive-compatible mode it exists, unless it exists in all
of them. ["Where the platform's documents leave a choice"](#where-the-platforms-documents-leave-a-choice) says what was
decided.

)";

constexpr std::string_view kChoices =
    R"(
## Where the platform's documents leave a choice

* **What does not exist**, a quotient by 0, a sum that overflows, the root of -1, is NULL in normal
  mode, an error with odps.function.strictmode=true, and Hive's silent value in Hive-compatible
  mode; [sql.md, "Modes"](sql.md#modes), has the table. `INT + INT` is an INT, and so on.
* **`= <> < <= > >=`, BETWEEN and IN of DOUBLE** compare to 15 digits after the decimal point outside
  Hive-compatible mode; keys of joins and groups compare exactly.
* **DECIMAL results**: `+ - * / %` follow Hive's rule of precision and scale. A result that would
  need more than 38 digits keeps up to 18 digits after the point, and the others may overflow;
  Hive would round the fraction to 6 digits. `/` rounds the 18th digit half away from
  zero. SUM gives DECIMAL(38,s), AVG and MEDIAN four more digits of scale. AVG of DECIMAL is
  the exact quotient, rounded. VARIANCE, STDDEV and their kin read the values as DOUBLE and give
  DECIMAL(38,18).
* **DECIMAL in DOUBLE**: these functions compute in DOUBLE by their pages, a DECIMAL too: @IN_DOUBLE@.
  Every other function takes a DECIMAL with all its digits, or refuses it.
* **Text as a date**: functions whose page lists STRING take one in every mode, the others in
  edition 1.0 and Hive-compatible mode. [sql.md, "Time"](sql.md#time), has the functions.
* **TO_DATE with a format** gives NULL for a text that does not fit, an error in strict mode. Every
  field has its full width; a token that stands again passes over as many characters.
* **ADD_MONTHS** keeps the day, or takes the last day of a shorter month, as DATEADD does.
* **SUBSTR** with the start 0 is NULL, in Hive-compatible mode as with 1; a start before the text
  gives the empty text, and so does a length below 0, but for strict mode.
* **SPLIT** drops empty texts at the end unless its third argument is false.
* **INSTR** counts matches that overlap.
* **CONCAT_WS** is NULL where an element of its array is NULL, as it is for a NULL argument; Hive-compatible mode
  passes over both.
* **CONV** gives upper-case digits, and NULL for a text or number that is not from 0 to the greatest BIGINT; the
  fraction of a number is cut. Hive-compatible mode reads the digits in front. The page's text denies what its table
  shows of numbers; the table is followed.
* **DATETRUNC** knows `week(friday)` and the like; a zone as third argument is the one in which a TIMESTAMP is cut.
* **SEQUENCE** with a step that leads away from the end is an error in every mode.
* **CHR** of a code outside of 0 to 255 is an error in normal mode, too: its page says so.
* **PERCENTILE** cuts fractions off its input, as the documents of the vendor's SQL agent say, and takes no DECIMAL;
  PERCENTILE_APPROX and PERCENTILE_CONT do neither.
* **DECODE, ARRAY_CONTAINS and CONV** convert no texts to numbers or the other way round.
* **Regular expressions** are Perl's, as PCRE2 has them, in every mode: look-around, back references `\1` to `\9` in
  patterns and replacements, possessive repetition, POSIX classes, `\x{4e00}`; also Java's `\u4e00`, `\p{Alpha}` and
  `\p{IsHan}`. `$` is the end of the text; `\d \w \s \b` know ASCII. A constant pattern that RE2 reads alike runs
  there, in linear time. Any other match ends after 10,000,000 steps of backtracking with ODPS-0121011. REGEXP_REPLACE
  drops references to groups where the pattern has none, and replaces nothing where it has fewer groups than the
  reference asks for.
* **JSON** is kept as text without blanks, the last of equal keys at the place of the first, numbers as BIGINT or else
  DOUBLE. A path is `$` with `.key`, `."key"`, `['key']`, `[n]`, `[*]` and `.*`, `lax` (the default) or `strict` in
  front; where it may lead to several values, JSON_EXTRACT gives an array of them. `json['key']` and `json[n]` give
  JSON.
* **FROM_JSON** looks keys up as they are written; what does not fit its type is left out of arrays and maps, and NULL
  in a field. **TO_JSON** writes names of fields in lower case and leaves fields out that are NULL, unless
  odps.sql.bigquery.compatible=true.
* **HASH** is Hive's: 31 * h + the code of each value, in 32 bits, NULL and `''` having the code 0.
* **RAND(seed)** goes on from row to row, in one thread; each call has a generator of its own.
* **MAP_AGG** and MAP_UNION let the last of equal keys win, in the order in which rows come; rows with a NULL as key
  are left out.
* **PERCENTILE_APPROX** computes the exact percentile.
* **ARRAY_EXCEPT** of an empty array gives the other one without repetitions, as its page says.
* **MAP**, STR_TO_MAP and MAP_FROM_ARRAYS let the last of equal keys win, as the default of
  odps.sql.map.key.dedup.policy says.
* A DOUBLE is printed in the shortest form that reads back as the same number: plain digits from 1e-6 up to below 1e21,
  else with a lower-case exponent; a whole one with `.0`. A FLOAT likewise, a whole one without `.0`.
)";

// Appends words to a list until a line has 119 bytes; then it goes on in the next.
void AppendWord(std::string_view word, std::string_view indent, std::string& out) {
  const size_t line = out.size() - (out.rfind('\n') + 1);
  if (line + 1 + word.size() > 119) {
    out += '\n';
    out += indent;
  } else if (out.back() != '\n') {
    out += ' ';
  }
  out += word;
}

// The choices; in place of @IN_DOUBLE@ the functions that compute in DOUBLE.
std::string Choices() {
  constexpr std::string_view kPlace = "@IN_DOUBLE@";
  const size_t place = kChoices.find(kPlace);
  std::string text(kChoices.substr(0, place));
  text.erase(text.find_last_not_of(' ') + 1);
  bool first = true;
  for (const Function* function : AllFunctions()) {
    if (!function->flags->in_double) continue;
    if (!first) text += ',';
    AppendWord("`" + std::string(function->name) + "`", "  ", text);
    first = false;
  }
  return text.append(kChoices.substr(place + kPlace.size()));
}

// The anchor that a reader of Markdown gives a heading.
std::string Anchor(std::string_view heading) {
  std::string anchor;
  for (const char c : ToLower(heading)) {
    if (c == ' ') anchor += '-';
    if (c == '-' || (c >= 'a' && c <= 'z')) anchor += c;
  }
  return anchor;
}

// All functions by their first letter, each with a link to its family.
std::string Index() {
  std::map<std::string, std::string> families;
  for (const Family& family : Families()) {
    for (const Function& function : family.table()) {
      families.emplace(function.name, Anchor(family.title));
    }
  }
  std::string out = "## A to Z";
  char letter = '\0';
  for (const auto& [name, anchor] : families) {
    if (name.front() != letter) {
      letter = name.front();
      out += "\n\n**";
      out += static_cast<char>(letter - 'a' + 'A');
      out += "**";
    }
    AppendWord("[" + name + "](#" + anchor + ")", "", out);
  }
  return out + "\n";
}

// Pipes would end a cell of a Markdown table.
void AppendCell(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
}

// What follows a call that not every mode has.
std::string_view ModesText(Modes set) {
  switch (set) {
    case modes::kOdps1:
      return " (1.0)";
    case modes::kOdps2:
      return " (2.0)";
    case modes::kHive:
      return " (Hive)";
    case modes::kNotHive:
      return " (not Hive)";
    case modes::kNotOdps1:
      return " (2.0, Hive)";
    default:
      return "";
  }
}

// Neighbours with one signature are one call that differs by mode inside.
void AppendCalls(std::span<const Overload> overloads, std::string& out) {
  for (size_t i = 0; i < overloads.size();) {
    const std::string_view signature = overloads[i].signature;
    if (i > 0) out += "<br>";
    Modes set = 0;
    for (; i < overloads.size() && overloads[i].signature == signature; ++i) {
      set |= overloads[i].modes;
    }
    out += '`';
    AppendCell(signature, out);
    out += '`';
    out += ModesText(set);
  }
}

void AppendTable(std::span<const Function> table, std::string& out) {
  out += "\n| name | calls | meaning |\n|---|---|---|\n";
  for (const Function& function : table) {
    out += "| `";
    AppendCell(function.name, out);
    out += "` | ";
    if (function.alias_of.empty()) {
      AppendCalls(function.overloads, out);
    } else {
      out += "as `";
      out += function.alias_of;
      out += '`';
    }
    out += " | ";
    AppendCell(function.help, out);
    out += " |\n";
  }
}

std::string FunctionDocs() {
  std::string docs(kIntroduction);
  docs += Index();
  for (const Family& family : Families()) {
    docs += "\n## ";
    docs += family.title;
    docs += '\n';
    AppendTable(family.table(), docs);
  }
  docs += "\n## Operators\n";
  AppendTable(Operators(), docs);
  return docs + Choices();
}

TEST(FunctionDocs, CommittedPageIsTheGeneratedOne) {
  ExpectCommitted("docs/functions.md", FunctionDocs(), "functions_test");
}

}  // namespace
}  // namespace paisql::functions
