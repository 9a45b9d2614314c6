#pragma once

// Changes of JSON values: JSON_SET, JSON_INSERT, JSON_STRIP_NULLS, and what JSON_CONTAINS asks.

#include <string>
#include <vector>

#include "types/json/json_path.h"

namespace paisql {

// Each element of `place` is a key of an object or the number of an element, from the end where it
// is negative. A place that is not there changes nothing unless `create`: then the last step is
// added to the object or array that should hold it.
void SetJson(JsonValue& root, const std::vector<std::string>& place, JsonValue value, bool create);

// In an array the value is put before or after the element; an element that is not there is the
// array's end, or its beginning for a number below all. A key of an object is added where it is
// not there yet.
void InsertJson(JsonValue& root, const std::vector<std::string>& place, JsonValue value,
                bool behind);

struct JsonStripping {
  bool arrays = true;         // also elements of arrays
  bool empty_values = false;  // then objects that are empty, and arrays too if `arrays`
};

// Without members (and elements) that are null. What has nothing left in it is null itself.
void StripJsonNulls(JsonValue& root, const JsonStripping& stripping);

// Whether the candidate is in the value: an object has all members of the candidate's, an array an
// element that holds it (each element of the candidate, if that is an array too), all else equals
// it.
bool JsonContains(const JsonValue& value, const JsonValue& candidate);

}  // namespace paisql
