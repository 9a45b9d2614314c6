#include "functions/function_docs.h"

#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr std::string_view kIntroduction =
    R"(# Functions and operators

This page is generated from the tables in `src/functions/`. After a change there, run the unit
tests of the room once with `PAISQL_UPDATE_DOCS=1` to write it anew.

A parameter is a type; `DECIMAL` of any precision; `ANY` for any type as it is; one letter for the
same type wherever it stands; `const` where the argument must be a constant; `...` for one or more
and `*` for none or more arguments; `LAMBDA<K,V,R>` a function of a K and a V with the result R, written
`(k, v) -> …`, or the name of a function. Behind a call stands in which of type edition 1.0, type edition 2.0
and Hive-compatible mode it exists, where not in all of them.

## Where the platform's documents leave a choice

* **Division by zero** (`/`, `%`, `DIV`) is the error ODPS-0121095. The platform's own text for
  it, "encounter runtime exception while evaluating function /, detailed message: DIVIDE func
  result overflow, two params are 1.000000 and 0.000000", is public; that newer editions give NULL
  is not documented.
* **Integer overflow** is the error ODPS-0121145, never a wrapped number. `INT + INT` is an INT,
  and so on.
* **DECIMAL results**: `+ - * / %` follow Hive's rule of precision and scale. A result that would
  need more than 38 digits keeps up to 18 digits after the point and reports an overflow of the
  others; Hive would round the fraction to 6 digits. `/` rounds the 18th digit half away from
  zero. SUM gives DECIMAL(38,s), AVG and MEDIAN four more digits of scale. AVG of DECIMAL divides
  as DOUBLE, so 15 digits are right. A function that knows DOUBLE only takes a DECIMAL as one.
* **Text as a date**: DATEADD, DATEDIFF, DATEPART, DATETRUNC, TO_CHAR, LASTDAY, WEEKDAY,
  WEEKOFYEAR and UNIX_TIMESTAMP take a STRING `yyyy-mm-dd hh:mi:ss` in every edition, because the
  pages print such calls; edition 2.0 switches the conversion off elsewhere.
* **TO_DATE with a format** gives NULL for a text that does not fit, as the pages of 2025 say
  (those of 2020 say an error). Every field has its full width; only the first `yyyy` of the
  format counts.
* **ADD_MONTHS** keeps the day, or takes the last day of a shorter month, as DATEADD does.
* **SUBSTR** with the start 0 or before the text gives the empty text; a length below 1 is an
  error.
* **SPLIT** drops empty texts at the end unless its third argument is false.
* **INSTR** counts matches that overlap.
* **CONCAT_WS** is NULL where an element of its array is NULL, as it is for a NULL argument.
* **Regular expressions** are RE2: linear time, POSIX classes, `\x{4e00}`; no back references
  inside a pattern. REGEXP_REPLACE drops references to groups where the pattern has none, and
  replaces nothing where it has fewer groups than the reference asks for.
* **PERCENTILE_APPROX** computes the exact percentile.
* **ARRAY_EXCEPT** of an empty array gives the other one without repetitions, as its page says.
* **MAP**, STR_TO_MAP and MAP_FROM_ARRAYS let the last of equal keys win, as the default of
  odps.sql.map.key.dedup.policy says.
* A DOUBLE is printed in the shortest form that reads back as the same number: plain digits from
  1e-4 up to 1e16, else with a lower-case exponent.
)";

// Pipes would end a cell of a Markdown table.
void AppendCell(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
}

// Behind a call that not every mode has.
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

void AppendTable(std::span<const Function> table, std::string& out) {
  out += "\n| name | calls | meaning |\n|---|---|---|\n";
  for (const Function& function : table) {
    out += "| `";
    AppendCell(function.name, out);
    out += "` | ";
    if (function.alias_of.empty()) {
      std::string_view previous;
      for (const Overload& overload : function.overloads) {
        if (overload.signature == previous) continue;
        if (!previous.empty()) out += "<br>";
        previous = overload.signature;
        out += '`';
        AppendCell(overload.signature, out);
        out += '`';
        out += ModesText(overload.modes);
      }
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

}  // namespace

std::string FunctionDocs() {
  std::string docs(kIntroduction);
  for (const Family& family : Families()) {
    docs += "\n## ";
    docs += family.title;
    docs += '\n';
    AppendTable(family.table(), docs);
  }
  docs += "\n## Operators\n";
  AppendTable(Operators(), docs);
  return docs;
}

}  // namespace paisql::functions
