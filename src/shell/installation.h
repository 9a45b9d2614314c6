#pragma once

// Where the program finds what it needs beside itself: lib/ in a build folder, ../lib/paisql/ when
// installed.

#include <string>

#include "training/spec/installation.h"

namespace paisql::shell {

struct Paths {
  std::string library_folder;  // of engines
  training::Installation installation;
};

Paths FindPaths();

}  // namespace paisql::shell
