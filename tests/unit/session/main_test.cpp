// The test program is its own supervisor: a job that a test submits starts it again with
// --supervise.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "jobs/supervise/supervisor.h"
#include "test_data.h"

int main(int argc, char** argv) {
  constexpr int kLeaseAt = 4;  // program --supervise DIR --lease-fd N
  if (argc > kLeaseAt && std::string_view(argv[1]) == "--supervise") {
    paisql::jobs::Installation installation;
    installation.program = argv[0];
    const char* python = std::getenv("PAISQL_PYTHON");
    installation.python = python == nullptr ? "" : python;
    installation.python_folder = paisql::TestData().parent_path().parent_path() / "src/python";
    return paisql::jobs::RunSupervisor(argv[2], std::atoi(argv[kLeaseAt]), installation);
  }
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
