#pragma once

// Lists that clients get page by page: a request says after what it goes on, and an answer says
// where the next page begins.

#include <string>
#include <string_view>

#include "rest/call.h"

namespace paisql::rest {

struct Page {
  std::string after;  // the marker of the page before; "": the first page
  size_t most = 0;    // so many items
};

// A page has the usual size where the request names no number of items.
Page PageOf(const Call& call);
// <Marker>next</Marker> and <MaxItems>; without `next` there is no other page.
std::string PageXml(const Page& page, std::string_view next);

}  // namespace paisql::rest
