// The reference of the benchmarks: runs SQL through the DuckDB library alone and prints the rows as
// tsv. usage: bench_raw_duckdb LIBRARY SQL. Instead of SQL, "-" reads statements from stdin, one a
// line, and writes each answer out before it reads the next. It loads the library as paisql does,
// so that both pay for the same start.

#include <dlfcn.h>
#include <duckdb.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace {

template <typename Function>
Function* Symbol(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (address == nullptr) {
    std::fprintf(stderr, "no %s in the library\n", name);
    std::exit(3);
  }
  return reinterpret_cast<Function*>(address);
}

}  // namespace

#define RAW(name) Symbol<decltype(name)>(library, #name)

namespace {

// Runs one statement; false when it failed.
bool Run(void* library, duckdb_connection connection, const char* sql) {
  duckdb_result result;
  const bool failed = RAW(duckdb_query)(connection, sql, &result) != DuckDBSuccess;
  if (failed) {
    std::fprintf(stderr, "%s\n", RAW(duckdb_result_error)(&result));
  } else {
    const idx_t columns = RAW(duckdb_column_count)(&result);
    const idx_t rows = RAW(duckdb_row_count)(&result);
    auto* text_of = RAW(duckdb_value_varchar);
    auto* release = RAW(duckdb_free);
    for (idx_t row = 0; row < rows; ++row) {
      for (idx_t column = 0; column < columns; ++column) {
        char* text = text_of(&result, column, row);
        std::printf("%s%c", text == nullptr ? "NULL" : text, column + 1 == columns ? '\n' : '\t');
        release(text);
      }
    }
  }
  RAW(duckdb_destroy_result)(&result);
  return !failed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: bench_raw_duckdb LIBRARY SQL\n");
    return 2;
  }
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 3;
  }
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  if (RAW(duckdb_open)(nullptr, &database) != DuckDBSuccess ||
      RAW(duckdb_connect)(database, &connection) != DuckDBSuccess) {
    return 3;
  }
  bool good = true;
  if (std::string(argv[2]) == "-") {
    for (std::string sql; good && std::getline(std::cin, sql);) {
      good = Run(library, connection, sql.c_str());
      std::fflush(stdout);
    }
  } else {
    good = Run(library, connection, argv[2]);
  }
  RAW(duckdb_disconnect)(&connection);
  RAW(duckdb_close)(&database);
  return good ? 0 : 1;
}
