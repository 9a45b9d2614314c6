#pragma once

// Names of algorithms that say a version of TensorFlow. The platform and its users write one in
// several ways: 2.15.0 is 215 and 2150, with and without a v. Private to pai.

#include <optional>
#include <string_view>

namespace paisql::pai {

// The major version, 1 or 2, of a name "tensorflow<digits>" or "tensorflow_v<digits>", with or
// without an addition that the platform uses, such as _ext; nullopt for every other name, and for
// versions that TensorFlow 2.15 cannot stand for. Letter case does not matter.
std::optional<int> MajorVersionOf(std::string_view name);

// Whether the platform ran scripts of an algorithm of this name with Python 2.7: TensorFlow up to
// 1.12 without _py3.
bool RanPython2(std::string_view name);

}  // namespace paisql::pai
