#pragma once

// What Designer calls components, ports and parameters. Private to the catalog.

#include <string_view>

namespace paisql::designer {

struct Titles {
  std::string_view title;
  std::string_view chinese;
};

// By the first name of a component; empty texts for one that Designer does not show.
Titles TitlesOf(std::string_view component);
// What a parameter is for, in Chinese, by the id of the type; "" where no such text is known.
std::string_view ChineseHint(std::string_view component, std::string_view parameter);
// By the name of a parameter, whatever component has it; "" where only the name is known.
std::string_view ChineseOfParameter(std::string_view parameter);

}  // namespace paisql::designer
