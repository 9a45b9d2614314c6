#include "rest/paging.h"

#include <algorithm>

#include "base/whole_number.h"
#include "rest/bodies/xml_writer.h"

namespace paisql::rest {

namespace {

constexpr size_t kMostItems = 1000;

}  // namespace

Page PageOf(const Call& call) {
  const size_t asked = ParseNumber<size_t>(call.Get("maxitems")).value_or(0);
  return {call.Get("marker"), asked == 0 ? kMostItems : std::min(asked, kMostItems)};
}

std::string PageXml(const Page& page, std::string_view next) {
  return Element("Marker", next) + Element("MaxItems", std::to_string(page.most));
}

}  // namespace paisql::rest
