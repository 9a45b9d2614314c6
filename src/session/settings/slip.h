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

// Whether the key is of the platform's own that tune how a statement runs and change no answer:
// they are kept in silence, since nearly every script has some.
bool TunesOnly(std::string_view key);

// The warning for a key that changes answers on the platform and not here; "" for every other key.
std::string_view WhatIsMissed(std::string_view key);

// The known setting that is nearest to an unknown key of the platform; null where none is near.
const Setting* NearestSetting(std::string_view key);

// The warning for such a key.
std::string NobodyReads(std::string_view key, const Setting& meant);

}  // namespace paisql::session
