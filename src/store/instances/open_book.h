#pragma once

// The database of an InstanceBook. Private to the store.

#include <string>

#include "base/result.h"
#include "store/database/database.h"
#include "store/home/home.h"

namespace paisql::store {

std::string BookPath(const Home& home);
// With its tables; kDamaged where it cannot be read.
Result<Database> OpenBook(const std::string& path);
Result<Database> LookAtBook(const std::string& path);

}  // namespace paisql::store
