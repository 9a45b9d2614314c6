#pragma once

// Where the program finds what it needs beside itself: lib/ in a build folder, ../lib/paisql/ when
// installed.

#include <string>

#include "jobs/spec/runtime.h"

namespace paisql::script {

struct Paths {
  std::string library_folder;  // of engines
  jobs::Installation installation;
};

Paths FindPaths();

}  // namespace paisql::script
