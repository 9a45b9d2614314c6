#pragma once

// The titles that Designer gives to components, ports and parameters. This header is private to the
// catalog.

#include <string_view>

namespace paisql::designer {

struct Titles {
  std::string_view title;
  std::string_view chinese;
};

// The titles of the component with this first name; they are empty where Designer does not show it.
Titles TitlesOf(std::string_view component);
// The Chinese title of a parameter of any component; "" where only the parameter's name is known.
std::string_view ChineseOfParameter(std::string_view parameter);

}  // namespace paisql::designer
