#pragma once

// TUNNEL UPLOAD: files in, checked rows to the engine. Nothing is in the table before Finish; an
// Upload that ends without it leaves nothing behind.

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/meter.h"
#include "execution/host.h"
#include "execution/staging.h"
#include "store/home/lease.h"
#include "tunnel/field_check.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "tunnel/table.h"
#include "tunnel/upload/bad_records.h"
#include "tunnel/upload/blocks.h"
#include "tunnel/upload/upload_session.h"

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
  // Before ReadFiles: keeps what happens, and blocks that are complete, in the session, which
  // outlives the upload.
  void UseSession(UploadSession& session) { session_ = &session; }
  // The host's meter tells how far it is.
  Status ReadFiles(const std::vector<InputFile>& inputs);
  // Commits, unless bad records or `-s only` forbid it.
  Status Finish();
  int64_t rows() const { return rows_; }  // good ones so far
  bool has_bad_records() const { return bad_.count > 0; }

 private:
  struct Outcome {  // of a block
    bool read = false;
    Status status = Status::Ok();
    BlockRows rows;
  };

  Result<std::vector<UploadFile>> OpenFiles(const std::vector<InputFile>& inputs);
  Status TakeHeader(const CsvRecord& header, UploadFile& file);
  // The files and the columns: blocks of an earlier attempt are good as long as it is the same.
  Result<std::string> RestsOn(const std::vector<UploadFile>& files) const;
  // All blocks, several at a time, from where they were guessed to begin.
  void ReadBeside(std::vector<UploadFile>& files, const std::vector<Block>& blocks, size_t threads,
                  Meter::Work& work, std::vector<Outcome>& outcomes);
  Outcome ReadBlock(std::vector<UploadFile>& files, const std::vector<Block>& blocks, size_t number,
                    const CsvReader::Check& check);
  // Holds each block to the end of the one before it, reads what was not read or not from there,
  // and takes what they have given.
  Status JoinBlocks(std::vector<UploadFile>& files, std::vector<Block>& blocks, Meter::Work& work,
                    std::vector<Outcome>& outcomes);
  Result<std::unique_ptr<engine::RowAppender>> NewAppender(size_t block);
  // Files of the session come into the staging folder, and stay in the session, too.
  Status StageKept();
  Status Commit(std::vector<store::StagedFile> files);
  Status JudgeBadRecords();
  // Which -fd would cut the file into the table's columns; "" when none is known to.
  std::string DelimiterHint() const;

  const TunnelOptions& options_;
  TunnelTable target_;
  execution::Host& host_;
  Say say_;
  Say warn_;
  execution::Staging staging_;           // of files that are written anew for keys
  std::unique_ptr<store::Lease> lease_;  // of this upload alone
  std::string folder_;                   // its staging folder
  UploadSession* session_ = nullptr;
  bool keeps_blocks_ = false;
  engine::Connection* connection_ = nullptr;
  std::mutex connecting_;  // guards it while blocks are read
  engine::ExecutionSettings settings_;
  std::vector<engine::ResultColumn> columns_;
  std::vector<FieldCheck> checks_;
  std::vector<engine::WrittenFile> written_;
  std::atomic<int64_t> read_bytes_ = 0;
  std::atomic<int64_t> read_rows_ = 0;
  int64_t rows_ = 0;
  int64_t bytes_ = 0;
  BadRecords bad_;
};

}  // namespace paisql::tunnel
