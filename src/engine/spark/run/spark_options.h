#pragma once

// How a client of Spark is started.

#include <string>

namespace paisql::engine::spark {

struct SparkWorkerOptions {
  std::string python;         // that has Spark's client
  std::string python_folder;  // with the package paisql
  std::string program;        // paisql itself, which runs kernels
  std::string remote;         // "sail", "local[2]", "sc://host:15002"
  std::string folder;         // where it runs, which is there

  bool operator==(const SparkWorkerOptions&) const = default;
};

}  // namespace paisql::engine::spark
