#pragma once

// What the program knows about its own installation.

#include <string>

namespace paisql::jobs {

struct Installation {
  std::string program;        // absolute path of this binary, to start supervisors
  std::string python;         // interpreter with TensorFlow; "" when set up without training
  std::string python_folder;  // holds the package paisql that runs inside the user's process
  std::string oss_plugin;     // libpaisql_oss_fs.so, "" when it was not built
  std::string oss_remote;     // libpaisql_oss_remote.so, "" when it was not built
};

}  // namespace paisql::jobs
