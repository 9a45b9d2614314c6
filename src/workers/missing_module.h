#pragma once

// Names the package that provides a Python module that a user's script or function misses.

#include <string>
#include <string_view>

namespace paisql::workers {

// "<python> -m pip install PyYAML brings it" for a failure that ends with "ModuleNotFoundError: No
// module named 'yaml'"; "" for any other, and for modules that no package brings. Packages that the
// script has itself, in its folder `work`, are not pip's: there the file is missing.
std::string CureOfMissingModule(std::string_view failure, const std::string& python,
                                const std::string& work);

}  // namespace paisql::workers
