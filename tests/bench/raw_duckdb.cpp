// The reference of the benchmarks: runs SQL through the DuckDB library alone and prints the rows as
// tsv. usage: bench_raw_duckdb SQL. Instead of SQL, "-" reads statements from stdin, one a line,
// and writes each answer out before it reads the next. It is linked with the library as any program
// is, and does nothing else.

#include <duckdb.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace {

// Runs one statement; false when it failed.
bool Run(duckdb_connection connection, const char* sql) {
  duckdb_result result;
  const bool failed = duckdb_query(connection, sql, &result) != DuckDBSuccess;
  if (failed) {
    std::fprintf(stderr, "%s\n", duckdb_result_error(&result));
  } else {
    const idx_t columns = duckdb_column_count(&result);
    const idx_t rows = duckdb_row_count(&result);
    for (idx_t row = 0; row < rows; ++row) {
      for (idx_t column = 0; column < columns; ++column) {
        char* text = duckdb_value_varchar(&result, column, row);
        std::printf("%s%c", text == nullptr ? "NULL" : text, column + 1 == columns ? '\n' : '\t');
        duckdb_free(text);
      }
    }
  }
  duckdb_destroy_result(&result);
  return !failed;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_raw_duckdb SQL\n");
    return 2;
  }
  duckdb_database database = nullptr;
  duckdb_connection connection = nullptr;
  if (duckdb_open(nullptr, &database) != DuckDBSuccess ||
      duckdb_connect(database, &connection) != DuckDBSuccess) {
    return 3;
  }
  bool good = true;
  if (std::string(argv[1]) == "-") {
    for (std::string sql; good && std::getline(std::cin, sql);) {
      good = Run(connection, sql.c_str());
      std::fflush(stdout);
    }
  } else {
    good = Run(connection, argv[1]);
  }
  duckdb_disconnect(&connection);
  duckdb_close(&database);
  return good ? 0 : 1;
}
