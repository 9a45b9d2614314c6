#pragma once

// Paths that the catalog holds, made absolute. A home may come from elsewhere, so what its catalog
// says is believed only as far as it stays inside of the home. Private to the store.

#include <string>
#include <string_view>

#include "base/result.h"
#include "store/home/home.h"

namespace paisql::store {

// Whether the path is "<folder>/…" without empty, "." or ".." components and without NUL bytes.
bool StaysBelow(std::string_view path, std::string_view folder);

// "<home>/<path>" for a path that stays below the folder, else kDamaged.
Result<std::string> PathInHome(const Home& home, std::string_view folder, const std::string& path);

// kDamaged: the catalog holds what no version of this program writes.
Error DamagedCatalog(const Home& home, const std::string& what);

// Whether the text is the name of one entry of a folder: what ids of jobs and leases have to be.
bool IsPlainName(std::string_view name);

}  // namespace paisql::store
