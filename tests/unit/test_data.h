#pragma once

// Where the checkout lies, for tests that read its files. One source knows the path, so that a
// compiler cache serves the others in every checkout.

#include <filesystem>

namespace paisql {

// tests/data of the checkout that the test was built in.
std::filesystem::path TestData();

}  // namespace paisql
