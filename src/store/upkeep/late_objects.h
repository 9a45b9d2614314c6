#pragma once

// Objects of a bucket that may still appear after they were removed. A writer that dies leaves
// requests to its endpoint, which may take what it has of them a while later. So the sweep that
// removes what such a writer has left notes it below <home>/warehouse.late, and removes it once
// more when no request can be that old. Private to the store; one sweep at a time is enough, and
// two are fine.

#include <string>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/home/warehouse_bucket.h"

namespace paisql::store {

// Puts a note in the place of the copy, whose object was removed just now.
Status NoteLateObject(const Home& home, const std::string& copy);

// The paths of copies whose notes are old enough for the second removal.
Result<std::vector<std::string>> LateObjects(const Home& home);

// Removes the note: the object has been removed twice.
Status ForgetLateObject(const Home& home, const std::string& copy);

}  // namespace paisql::store
