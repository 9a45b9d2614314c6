#pragma once

// Answers the files of the pages. Safe from any thread.

#include <string>
#include <string_view>

#include "http/message.h"

namespace paisql::console {

class PageFiles {
 public:
  // `folder`: where the files lie that are answered in place of those in the program, "" for none.
  // It is for people who change the pages.
  explicit PageFiles(std::string folder) : folder_(std::move(folder)) {}

  // Whether there is anything to show.
  bool has_pages() const;
  // `path`: what follows "/console/", without the query. What is not a file is the one page, which
  // finds its way by the address.
  http::Response Answer(std::string_view path) const;

 private:
  const std::string folder_;
};

// The headers that every answer to a browser has.
void Harden(http::Response& response);

}  // namespace paisql::console
