#pragma once

// A query that fails because somebody removed or damaged a data file should say which, and what to
// do about it. Looking at the files beforehand would cost every query; so they are looked at when a
// query has failed.

#include "plan/relation.h"
#include "session/state.h"

namespace paisql::session {

// The error itself, or one that names the first missing or damaged file that the plan reads.
Error NameDamagedFile(plan::Relation& root, Error error);

}  // namespace paisql::session
