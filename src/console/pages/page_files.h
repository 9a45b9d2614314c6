#pragma once

// Answers the files of the pages. Safe from any thread.

#include <string>
#include <string_view>

#include "http/message.h"

namespace paisql::console {

class PageFiles {
 public:
  // `folder`: its files replace the pages in the program, for people who change the pages; "": the
  // pages in the program.
  explicit PageFiles(std::string folder) : folder_(std::move(folder)) {}

  // Whether there is anything to show.
  bool has_pages() const;
  // `path`: the part after "/console/", without the query. A path that names no file gets
  // index.html, which shows the page that the address names; a missing file of assets/ is 404.
  http::Response Answer(std::string_view path) const;

 private:
  const std::string folder_;
};

// Adds the headers that protect the pages from other sites: every answer to a browser gets them.
void Harden(http::Response& response);

}  // namespace paisql::console
