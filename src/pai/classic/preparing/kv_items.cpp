#include "pai/classic/preparing/kv_items.h"

#include <cctype>

#include "base/text.h"
#include "pai/classic/classic_input.h"

namespace paisql::pai {

namespace {

std::string LiteralPattern(const std::string& text) {
  std::string pattern;
  for (const char letter : text) {
    if (std::ispunct(static_cast<unsigned char>(letter)) != 0) pattern += '\\';
    pattern += letter;
  }
  return pattern;
}

// A delimiter as it stands between quotes, a blank too.
std::string Delimiter(const Parameters& parameters, std::string_view name,
                      const std::string& otherwise) {
  const syntax::PaiParameter* const given = parameters.Find(name);
  if (given != nullptr) return given->value;
  return parameters.IsEmpty(name) ? " " : otherwise;
}

}  // namespace

KvForm KvFormOf(const Parameters& parameters) {
  const std::string items = Delimiter(parameters, "itemDelimiter", "");
  return {items.empty() ? "[, ]+" : LiteralPattern(items), items.empty() ? "," : items,
          Delimiter(parameters, "kvDelimiter", ":")};
}

std::string KvItems(const std::string& rows, const std::string& number, const std::string& column,
                    const KvForm& form) {
  return FillSql(
      "(SELECT {number} AS pai_row, pos AS pai_pos, TRIM(item) AS pai_item, "
      "TRIM(SUBSTRING_INDEX(item, {kv}, 1)) AS pai_key, "
      "TRIM(SUBSTR(item, INSTR(item, {kv}) + LENGTH({kv}))) AS pai_value FROM {rows} t "
      "LATERAL VIEW POSEXPLODE(SPLIT(t.{column}, {items})) e AS pos, item "
      "WHERE INSTR(item, {kv}) > 0)",
      {{"rows", rows},
       {"number", QuotedName(number)},
       {"column", QuotedName(column)},
       {"items", QuotedText(form.items)},
       {"kv", QuotedText(form.kv)}});
}

std::string JoinedTexts(const std::vector<std::string>& texts, const std::string& separator) {
  if (texts.empty()) return "''";
  std::vector<std::string> pieces;
  for (const std::string& text : texts) {
    pieces.push_back("COALESCE(CONCAT(" + QuotedText(separator) + ", " + text + "), '')");
  }
  return "SUBSTR(CONCAT(" + Join(pieces, ", ") + "), LENGTH(" + QuotedText(separator) + ") + 1)";
}

}  // namespace paisql::pai
