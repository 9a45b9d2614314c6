#pragma once

// What the class of a user's function says of itself: its kind and the text of annotate. A program
// in Python parses the module and runs nothing of it; one in Java loads the class from its JAR.

#include <vector>

#include "base/result.h"
#include "session/state.h"
#include "store/functions.h"
#include "store/types.h"

namespace paisql::session {

// Fills form, signature, whole_columns and read_from of the function, whose resources these are.
// kSemantic, without a place, where there is no such class or its module has a syntax error;
// kEnvironment without Python, or without a JDK for a class in Java.
Status ReadSignature(const std::vector<store::Resource>& resources, State& state,
                     store::UserFunction& function);

}  // namespace paisql::session
