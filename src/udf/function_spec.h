#pragma once

// What a call of a user's function in Python or Java means: the class, the types of this call, and
// what the class finds around it. Plain values; a plan shares them, and whoever computes the call
// reads them.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "types/data_type.h"

namespace paisql::udf {

// As the platform has them: UDF, UDAF, UDTF.
enum class FunctionForm { kScalar, kAggregate, kTable };

// A resource that the function names; it lies in the worker's folder under its name.
struct Resource {
  enum class Kind { kPython, kFile, kArchive, kTable, kJar };
  std::string name;
  std::string path;  // of kTable: a file that says where its rows are
  Kind kind = Kind::kFile;

  bool operator==(const Resource&) const = default;
};

// #CODE … #END CODE of a script: a module in the statement's own text.
struct Code {
  std::string file_name;  // without .py
  std::string text;

  bool operator==(const Code&) const = default;
};

// What a worker process sees. Functions of equal keys share processes.
struct Environment {
  std::string key;  // differs wherever anything below does, or the content of a resource
  std::vector<Resource> resources;
  std::vector<Code> codes;
  bool java = false;              // a class in a JAR; else a module of Python
  std::string python = "cp27";    // odps.sql.python.version: cp27, cp37, cp311
  int64_t timeout_s = 1800;       // odps.sql.udf.timeout: of one batch of rows
  int64_t memory_mb = 1024;       // odps.sql.udf.python.memory: of one process
  int64_t java_memory_mb = 1024;  // odps.sql.udf.jvm.memory: likewise
  bool confine = false;           // paisql.job.confine
  // What a confined process may read beside its folder and the files of its tables.
  std::vector<std::string> readable = {};

  bool operator==(const Environment&) const = default;
};

struct FunctionSpec {
  std::string name;  // as errors name it
  FunctionForm form = FunctionForm::kScalar;
  std::string class_name;  // "module.Class", or that of Java
  std::vector<DataType> arguments;
  std::vector<DataType> results;  // one; of kTable one for each column
  // It takes and gives whole columns (pandas, pyarrow, NumPy) in place of the values of a row.
  bool whole_columns = false;
  std::shared_ptr<const Environment> environment;

  bool operator==(const FunctionSpec& other) const {
    return name == other.name && form == other.form && class_name == other.class_name &&
           arguments == other.arguments && results == other.results &&
           whole_columns == other.whole_columns && *environment == *other.environment;
  }
};

}  // namespace paisql::udf
