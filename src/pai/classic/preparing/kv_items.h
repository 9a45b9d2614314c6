#pragma once

// Texts of keys and values, "1:0.3,7:1", as queries read them. Private to the slice.

#include <string>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

struct KvForm {
  std::string items;      // a regular expression of what stands between two pairs
  std::string separator;  // what is written between them
  std::string kv;         // between a key and its value
};
// By -DitemDelimiter and -DkvDelimiter. Without an itemDelimiter commas and blanks separate.
KvForm KvFormOf(const Parameters& parameters);

// A relation (row, pos, item, k, v) of the items of a column; `rows` is a relation, and `number`
// the name of the column that tells its rows apart. k and v are texts.
std::string KvItems(const std::string& rows, const std::string& number, const std::string& column,
                    const KvForm& form);

// The texts that are not NULL, of these expressions, with the separator between them.
std::string JoinedTexts(const std::vector<std::string>& texts, const std::string& separator);

}  // namespace paisql::pai
