#pragma once

// How soon the system lets a thread run that has been waiting.

namespace paisql::serving {

// The calling thread takes the processor in short slices from now on, for which Linux (6.12 and
// later) lets it run sooner when it wakes while others compute. Its share of the processor stays
// what it is. A system that does not know of this, or forbids it, is left as it is.
void TakeShortSlices();

}  // namespace paisql::serving
