#pragma once

// Keys of SET that are mistakes in all likelihood. The platform has hundreds of keys that nothing
// here reads, so only what comes close to a known one is told.

#include <string>
#include <string_view>

#include "session/settings/settings.h"

namespace paisql::session {

// The setting that an unknown key was meant to be: one that differs by a slip of at most two
// letters in one place, in either letter case. Null when there is none, or the key is known.
const Setting* SettingMeantBy(std::string_view key);

// What is said of such a key.
std::string NobodyReads(std::string_view key, const Setting& meant);

}  // namespace paisql::session
