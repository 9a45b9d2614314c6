#pragma once

// TUNNEL UPLOAD: files in, checked rows to the engine. Nothing is in the table before Finish; an
// Upload that ends without it leaves nothing behind.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/meter.h"
#include "execution/host.h"
#include "execution/staging.h"
#include "tunnel/csv_reader.h"
#include "tunnel/field_check.h"
#include "tunnel/header.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "tunnel/table.h"

namespace paisql::tunnel {

// Checks that the upload names one partition of a partitioned table, which exists or may be made.
Status CheckPartition(const TunnelTable& target, const TunnelOptions& options,
                      store::Catalog& catalog);

class Upload {
 public:
  using Say = std::function<void(std::string_view)>;  // takes lines for people

  // `options` outlive the upload; `warn` takes what is wrong perhaps. A table without an id is made
  // when the upload is committed.
  Upload(const TunnelOptions& options, TunnelTable target, execution::Host& host, Say say, Say warn)
      : options_(options),
        target_(std::move(target)),
        host_(host),
        say_(std::move(say)),
        warn_(std::move(warn)),
        staging_(host) {}

  Status Start(engine::ExecutionSettings settings);
  // The host's meter tells how far it is.
  Status ReadFiles(const std::vector<InputFile>& files);
  // Commits, unless bad records or `-s only` forbid it.
  Status Finish();
  int64_t rows() const { return rows_; }  // good ones so far

 private:
  struct BadRecords {
    static constexpr size_t kShown = 5;
    int64_t count = 0;
    std::vector<std::string> first;  // "file:line: reason", of the first few
    std::string first_reason;
    bool alike = true;  // all have the first one's reason
    InputFile first_file;

    void Add(const InputFile& file, int64_t line, const std::string& reason);
  };

  Status ReadFile(const InputFile& file, Meter::Work& work);
  // "" when the record has gone to the engine, else why not.
  std::string TakeRecord(const CsvRecord& record);
  Status TakeHeader(const CsvRecord& header, const std::string& path);
  Status Commit(std::vector<store::StagedFile> files);
  Status JudgeBadRecords();
  // Which -fd would cut the file into the table's columns; "" when none is known to.
  std::string DelimiterHint() const;
  bool writing() const {
    return appender_ != nullptr && (bad_.count == 0 || options_.discard_bad_records);
  }

  const TunnelOptions& options_;
  TunnelTable target_;
  execution::Host& host_;
  Say say_;
  Say warn_;
  execution::Staging staging_;
  std::vector<FieldCheck> checks_;
  FieldPlaces places_;  // in the file being read
  std::unique_ptr<engine::RowAppender> appender_;
  std::vector<std::optional<FieldValue>> cells_;  // of the record being taken
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
  BadRecords bad_;
};

}  // namespace paisql::tunnel
