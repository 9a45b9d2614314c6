#pragma once

// What the store's tests share: a scratch home, tables, staged files, children that die on purpose.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "store/catalog.h"
#include "store/catalog/catalog_state.h"
#include "store/catalog_switch.h"
#include "store/scratch_folder.h"
#include "store/sqlite/sqlite.h"
#include "store/table_write.h"

namespace paisql::store {

inline constexpr const char* kProject = "default_project";

struct CatalogTestPeer {
  static void SetFault(Catalog& catalog, std::function<Status(FaultPoint)> fault) {
    catalog.state_->fault = std::move(fault);
  }
  static Database& database(Catalog& catalog) { return catalog.state_->db; }
};

inline void Must(const Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "unexpected: %s\n", status.error().ToString().c_str());
  std::abort();
}

template <typename T>
T Must(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "unexpected: %s\n", result.error().ToString().c_str());
    std::abort();
  }
  return std::move(result).value();
}

// The error of an outcome that has to be one.
template <typename Outcome>
Error Failure(const Outcome& outcome) {
  EXPECT_FALSE(outcome.ok());
  return outcome.ok() ? Error() : outcome.error();
}

class Child {
 public:
  // Runs the body in a process of its own, which never returns into the test.
  explicit Child(const std::function<void()>& body) : pid_(fork()) {
    if (pid_ != 0) return;
    body();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  // The status as waitpid gives it.
  int Wait() {
    int status = -1;
    EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
    return status;
  }
  void MustSucceed() {
    const int status = Wait();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
  }
  void MustBeKilled() {
    const int status = Wait();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "status " << status;
  }

 private:
  pid_t pid_;
};

// One process waits until another says so, or has ended.
class Signal {
 public:
  Signal() { EXPECT_EQ(pipe(ends_), 0); }
  ~Signal() {
    close(ends_[0]);
    close(ends_[1]);
  }
  void Give() { EXPECT_EQ(write(ends_[1], "x", 1), 1); }
  void Await() {
    char byte = 0;
    EXPECT_EQ(read(ends_[0], &byte, 1), 1);
  }

 private:
  int ends_[2] = {-1, -1};
};

inline std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void WriteText(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::vector<std::string> WarehouseFiles(const Home& home) {
  return Must(ListFilesBelow(home.WarehousePath()));
}

class StoreTest : public testing::Test {
 protected:
  ScratchFolder scratch_;

  StoreTest() { PutCatalogOnServer(scratch_.path() + "/home"); }
  Home OpenHome() const { return Must(Home::Open(scratch_.path() + "/home")); }
  std::unique_ptr<Catalog> OpenCatalog() const { return Must(Catalog::Open(OpenHome())); }

  static Table TableNamed(const std::string& name,
                          const std::vector<std::string>& partitions = {}) {
    Table table;
    table.project = "default_project";
    table.name = name;
    table.columns = {{0, "a", TypeId::kBigint, "the first", false, ""},
                     {0, "b", DataType::Map(TypeId::kString, TypeId::kDouble), "", true, "map()"}};
    for (const std::string& partition : partitions) {
      table.partition_columns.push_back({0, partition, TypeId::kString, "", false, ""});
    }
    return table;
  }

  static StagedFile Stage(Lease& lease, const std::string& text,
                          std::vector<std::string> values = {}) {
    static int number = 0;
    StagedFile file;
    file.path = Must(lease.StagingFolder()) + "/" + std::to_string(++number);
    file.partition_values = std::move(values);
    file.rows = static_cast<int64_t>(text.size());
    WriteText(file.path, text);
    return file;
  }

  static Status Commit(Catalog& catalog, const std::vector<WriteRequest>& requests) {
    TableWrite write(catalog);
    for (const WriteRequest& request : requests) write.Put(request);
    return write.Commit();
  }

  static Status Write(Catalog& catalog, Lease& lease, const Table& table, WriteMode mode,
                      const std::string& text, const std::vector<std::string>& values = {}) {
    WriteRequest request;
    request.table_id = table.id;
    request.schema_version = table.schema_version;
    request.mode = mode;
    request.files.push_back(Stage(lease, text, values));
    return Commit(catalog, {request});
  }

  // The content of the table's files, in the order of the listing.
  static std::vector<std::string> Texts(Catalog& catalog, const Table& table) {
    std::vector<std::string> texts;
    for (const DataFile& file : Must(catalog.ListFiles(table, std::nullopt)).files) {
      texts.push_back(ReadText(file.path));
    }
    return texts;
  }
};

}  // namespace paisql::store
