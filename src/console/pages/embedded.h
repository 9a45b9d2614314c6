#pragma once

// The pages of the console that the program was built with (cmake/Console.cmake). They live as long
// as the program and can be read by any thread. The list is empty where the build had no Node.js.

#include <span>
#include <string_view>

namespace paisql::console {

struct EmbeddedPage {
  std::string_view path;  // below /console/: "index.html", "assets/index-1a2b3c.js"
  std::string_view type;  // for Content-Type
  std::string_view gzip;  // the packed file
};

std::span<const EmbeddedPage> EmbeddedPages();

}  // namespace paisql::console
