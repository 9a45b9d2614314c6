#include "test_data.h"

namespace paisql {

std::filesystem::path TestData() { return PAISQL_TEST_DATA; }

}  // namespace paisql
