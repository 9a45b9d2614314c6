#include "tunnel/upload/upload.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <system_error>
#include <thread>

#include "base/files/files.h"
#include "base/result.h"
#include "store/auto_partition.h"
#include "store/table_write.h"
#include "tunnel/csv/delimiter.h"
#include "tunnel/upload/block_reader.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kShownBad = 5;
constexpr std::chrono::milliseconds kBetweenChecks(100);

Error FileChanged(const InputFile& file) {
  return {ErrorCode::kIo,
          file.name + " has changed while it was read",
          {},
          "nothing was written; upload it again when nobody writes to it"};
}

}  // namespace

Status Upload::Start(engine::ExecutionSettings settings) {
  PAISQL_ASSIGN(const DatePattern pattern, DatePattern::Parse(options_.date_pattern));
  if (options_.time_zone) settings.time_zone = options_.time_zone->text;
  PAISQL_ASSIGN(const TimeZone zone, TimeZone::Load(settings.time_zone));
  for (const store::Column& column : target_.table.columns) {
    PAISQL_ASSIGN_AT(target_.range, FieldCheck check, FieldCheck::ForColumn(column, pattern, zone));
    checks_.push_back(std::move(check));
    columns_.push_back({column.name, column.type});
  }
  settings_ = std::move(settings);
  if (options_.scan_only) return Status::Ok();
  PAISQL_ASSIGN(connection_, host_.Connection());
  PAISQL_ASSIGN(lease_, store::Lease::Acquire(host_.catalog().home()));
  PAISQL_ASSIGN(folder_, lease_->StagingFolder());
  return Status::Ok();
}

Status Upload::ReadFiles(const std::vector<InputFile>& inputs) {
  PAISQL_ASSIGN(std::vector<UploadFile> files, OpenFiles(inputs));
  PAISQL_ASSIGN(std::vector<Block> blocks, PlanBlocks(files, options_));
  int64_t total = 0;
  for (const UploadFile& file : files) {
    std::error_code unknown;
    const uintmax_t size = std::filesystem::file_size(file.input.path, unknown);
    if (!unknown) total += static_cast<int64_t>(size);
  }
  if (session_ != nullptr) {
    PAISQL_ASSIGN(const std::string rests_on, RestsOn(files));
    PAISQL_TRY(session_->Attempt(rests_on, lease_->id()));
    keeps_blocks_ = blocks.size() > 1;
  }
  Meter::Work work(host_.meter(), total);
  std::vector<Outcome> outcomes(blocks.size());
  const size_t threads = std::min(options_.Threads(), blocks.size());
  if (threads > 1) ReadBeside(files, blocks, threads, work, outcomes);
  PAISQL_TRY(JoinBlocks(files, blocks, work, outcomes));
  for (const UploadFile& file : files) {
    if (file.state.empty()) continue;
    PAISQL_ASSIGN(const std::string now, FileState(file.input));
    if (now != file.state) return FileChanged(file.input);
  }
  return Status::Ok();
}

Result<std::string> Upload::RestsOn(const std::vector<UploadFile>& files) const {
  const store::Table& table = target_.table;
  std::string text = fmt::format("{} {} {} {}", table.id, table.schema_version, settings_.time_zone,
                                 options_.block_mb);
  for (const store::Column& column : table.columns) {
    text += fmt::format(" {} {}", column.name, column.type.ToString());
  }
  for (const UploadFile& file : files) {
    // A packed file lies in a copy that is made anew.
    const InputFile original{file.input.name, file.input.name};
    std::string state = "stream";
    if (!IsStream(original.path)) {
      PAISQL_ASSIGN(state, FileState(original));
    }
    text += fmt::format("\n{} {}", original.path, state);
  }
  return text;
}

Result<std::vector<UploadFile>> Upload::OpenFiles(const std::vector<InputFile>& inputs) {
  std::vector<UploadFile> files;
  for (const InputFile& input : inputs) {
    say_("Start upload:" + input.name);
    UploadFile& file = files.emplace_back();
    file.input = input;
    file.places = PlacesInOrder(checks_.size());
    const bool streams = IsStream(input.path);
    if (!streams) {
      PAISQL_ASSIGN(file.state, FileState(input));
    }
    if (!streams && !options_.header) continue;
    PAISQL_ASSIGN(CsvReader reader, CsvReader::Open(input.path, options_.Dialect(),
                                                    [this] { return host_.CheckInterrupted(); }));
    if (options_.header) {
      CsvRecord header;
      PAISQL_ASSIGN(const bool found, reader.Next(header));
      if (found) PAISQL_TRY(TakeHeader(header, file));
      file.begin = reader.position();
      file.first_line = reader.line();
    }
    if (streams) file.reader = std::make_unique<CsvReader>(std::move(reader));
  }
  return files;
}

Status Upload::TakeHeader(const CsvRecord& header, UploadFile& file) {
  std::string warning;
  PAISQL_ASSIGN(file.places, PlacesByHeader(header, target_.table, options_.strict_schema,
                                            file.input.name, warning));
  if (!warning.empty()) warn_(warning);
  return Status::Ok();
}

Result<std::unique_ptr<engine::RowAppender>> Upload::NewAppender(size_t block) {
  if (options_.scan_only) return std::unique_ptr<engine::RowAppender>();
  engine::WriteTarget target;
  if (keeps_blocks_) {
    PAISQL_ASSIGN(target.directory, session_->FolderOfBlock(block));
  } else {
    target.directory = fmt::format("{}/block{}", folder_, block);
    PAISQL_TRY(MakeFolders(target.directory));
  }
  target.column_names = execution::ColumnNames(target_.table.columns);
  const std::lock_guard lock(connecting_);
  return connection_->Append(columns_, target, settings_);
}

Upload::Outcome Upload::ReadBlock(std::vector<UploadFile>& files, const std::vector<Block>& blocks,
                                  size_t number, const CsvReader::Check& check) {
  Outcome outcome;
  outcome.read = true;
  const Block& block = blocks[number];
  if (keeps_blocks_) {
    if (std::optional<BlockRows> kept = session_->FindBlock(number, block.range)) {
      outcome.rows = *std::move(kept);
      read_bytes_ += outcome.rows.end - outcome.rows.begin;
      read_rows_ += outcome.rows.rows;
      return outcome;
    }
  }
  Result<std::unique_ptr<engine::RowAppender>> appender = NewAppender(number);
  if (!appender.ok()) {
    outcome.status = std::move(appender).error();
    return outcome;
  }
  const BlockReader::Surroundings around{options_, target_.table, checks_,
                                         check,    read_bytes_,   read_rows_};
  BlockReader reader(around, files[block.file], std::move(appender).value());
  Result<BlockRows> rows = reader.Read(block.range);
  if (!rows.ok()) {
    outcome.status = std::move(rows).error();
    return outcome;
  }
  outcome.rows = std::move(rows).value();
  const bool good = outcome.rows.bad.count == 0 || options_.discard_bad_records;
  if (keeps_blocks_ && good) {
    outcome.status = session_->KeepBlock(number, block.range, outcome.rows);
  }
  return outcome;
}

void Upload::ReadBeside(std::vector<UploadFile>& files, const std::vector<Block>& blocks,
                        size_t threads, Meter::Work& work, std::vector<Outcome>& outcomes) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::condition_variable ended;
  size_t running = threads;
  std::atomic<bool> stop = false;
  const auto check = [&]() -> Status {
    if (!stop) return Status::Ok();
    return Error{ErrorCode::kInstanceCancelled, "the upload was interrupted", {}, ""};
  };
  const auto read = [&] {
    // Signals are the business of the main thread.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (size_t i = next++; i < blocks.size() && !stop; i = next++) {
      outcomes[i] = ReadBlock(files, blocks, i, check);
    }
    const std::lock_guard lock(mutex);
    --running;
    ended.notify_all();
  };
  std::vector<std::jthread> readers;
  for (size_t i = 0; i < threads; ++i) readers.emplace_back(read);
  std::unique_lock lock(mutex);
  while (!ended.wait_for(lock, kBetweenChecks, [&] { return running == 0; })) {
    work.Tell(read_bytes_, read_rows_);
    stop = stop || !host_.CheckInterrupted().ok();
  }
}

Status Upload::JoinBlocks(std::vector<UploadFile>& files, std::vector<Block>& blocks,
                          Meter::Work& work, std::vector<Outcome>& outcomes) {
  const auto check = [&] {
    work.Tell(read_bytes_, read_rows_);
    return host_.CheckInterrupted();
  };
  CsvRange place;
  for (size_t i = 0; i < blocks.size(); ++i) {
    Block& block = blocks[i];
    Outcome& outcome = outcomes[i];
    if (i == 0 || blocks[i - 1].file != block.file) place = block.range;
    PAISQL_TRY(host_.CheckInterrupted());
    // An error names a line, which a block that was read beside others did not know.
    const bool knows_line = outcome.status.ok() || block.range.first_line == place.first_line;
    if (!outcome.read || block.range.begin != place.begin || !knows_line) {
      block.range.begin = place.begin;
      block.range.first_line = place.first_line;
      outcome = ReadBlock(files, blocks, i, check);
    }
    PAISQL_TRY(outcome.status);
    BlockRows& rows = outcome.rows;
    bad_.Append(rows.bad, files[block.file].input, place.first_line);
    rows_ += rows.rows;
    written_.insert(written_.end(), rows.files.begin(), rows.files.end());
    place.begin = rows.end;
    place.first_line += rows.lines;
    if (i + 1 == blocks.size() || blocks[i + 1].file != block.file) bytes_ += rows.end;
  }
  return Status::Ok();
}

std::string Upload::DelimiterHint() const {
  // A stream has nothing more to look at, and opening a FIFO once more would wait for a writer.
  if (options_.field_delimiter_given || IsStream(bad_.first_file.path)) return "";
  const Result<std::optional<LikelyDelimiter>> likely =
      FindDelimiter(bad_.first_file.path, options_);
  if (!likely.ok() || !likely->has_value() || (*likely)->fields != checks_.size()) return "";
  if (rows_ > 0) {
    // Other files were cut as they are.
    return fmt::format(
        "nothing was written; fields of {} are separated by {}: upload it alone, with -fd {}",
        bad_.first_file.name, (*likely)->name, (*likely)->spelling);
  }
  return fmt::format("nothing was written; fields of the file are separated by {}: give -fd {}",
                     (*likely)->name, (*likely)->spelling);
}

Status Upload::JudgeBadRecords() {
  if (bad_.count == 0) return Status::Ok();
  // A file that fits nowhere is one line: that its records are bad says the error.
  const bool none_fits = bad_.alike && bad_.count > 1 && rows_ == 0;
  size_t shown = 0;
  for (const BadRecords::Shown& bad : bad_.first) {
    std::string line = fmt::format("{}:{}: {}", bad.file, bad.line, bad.reason);
    if (!none_fits && shown++ < kShownBad) say_("bad record " + line);
    if (session_ != nullptr) session_->LogBad(std::move(line));
  }
  if (options_.discard_bad_records && bad_.count <= options_.max_bad_records &&
      !options_.scan_only) {
    say_(fmt::format("{} bad records discarded", bad_.count));
    return Status::Ok();
  }
  Error error{ErrorCode::kTunnel, bad_.first_reason, target_.range, ""};
  if (none_fits) {
    error.detail += fmt::format(" (all {} records)", bad_.count);
  } else if (bad_.count > 1) {
    error.detail += fmt::format(" ({} bad records)", bad_.count);
  }
  if (std::string hint = DelimiterHint(); !hint.empty()) {
    error.hint = std::move(hint);
  } else if (options_.scan_only) {
    error.hint = "this was a scan, nothing was to be written";
  } else if (options_.discard_bad_records) {
    error.hint =
        fmt::format("nothing was written: more bad records than -mbr {}", options_.max_bad_records);
  } else if (none_fits) {
    error.hint = "nothing was written; TUNNEL UPLOAD -create makes a table for the file";
  } else {
    error.hint = "nothing was written; -dbr true leaves bad records out";
  }
  return error;
}

Status Upload::Finish() {
  PAISQL_TRY(JudgeBadRecords());
  say_(fmt::format("Total bytes:{}\t{} records", bytes_, rows_));
  if (options_.scan_only) {
    say_("scan complete, nothing was written");
    say_("OK");
    return Status::Ok();
  }
  PAISQL_TRY(StageKept());
  PAISQL_TRY_AT(target_.range, Commit(execution::ToStagedFiles(written_, target_.partition)));
  say_("upload complete");
  say_("OK");
  return Status::Ok();
}

Status Upload::StageKept() {
  for (engine::WrittenFile& file : written_) {
    if (file.path.starts_with(folder_ + "/")) continue;
    const std::string staged = folder_ + file.path.substr(file.path.rfind('/'));
    std::error_code failure;
    std::filesystem::create_hard_link(file.path, staged, failure);
    if (failure) {
      failure.clear();
      std::filesystem::copy_file(file.path, staged, failure);
    }
    if (failure) return FileError("write", staged, failure.value());
    file.path = staged;
  }
  return Status::Ok();
}

// A new table and its rows come together or not at all.
Status Upload::Commit(std::vector<store::StagedFile> files) {
  const bool overwrites = options_.overwrite && target_.table.id != 0;
  return store::RetryOnConflict([&]() -> Status {
    store::TableWrite write(host_.catalog());
    store::TableTarget target{target_.table,
                              overwrites ? store::WriteMode::kOverwrite : store::WriteMode::kAppend,
                              target_.partition};
    std::vector<store::StagedFile> written = files;
    if (!target.table.traits.primary_key.empty()) {
      PAISQL_TRY(host_.KeepKeys(target, written, staging_, write));
    }
    write.Put(target, std::move(written));
    return write.Commit();
  });
}

Status CheckPartition(const TunnelTable& target, const TunnelOptions& options,
                      store::Catalog& catalog) {
  if (!target.table.partitioned()) return Status::Ok();
  if (store::AutoPartitionOf(target.table)) {
    return Error{ErrorCode::kPartition,
                 "only SQL writes " + target.table.QualifiedName() + ", whose partitions are " +
                     "generated (AUTO PARTITIONED BY)",
                 target.range, "upload into a table without partitions, then INSERT … SELECT"};
  }
  if (!target.whole_partition()) {
    return Error{ErrorCode::kPartition,
                 target.table.QualifiedName() +
                     " is partitioned, every level of the partition must "
                     "be given",
                 target.range,
                 "write " + target.table.name + "/" + target.table.partition_columns.front().name +
                     "=value"};
  }
  if (options.auto_create_partition) return Status::Ok();
  PAISQL_ASSIGN_AT(target.range, const std::vector<store::Partition> found,
                   catalog.ListPartitions(target.table.id, target.partition));
  if (!found.empty()) return Status::Ok();
  store::Partition missing;
  for (const auto& level : target.partition) missing.values.push_back(level.value_or(""));
  return Error{ErrorCode::kPartitionNotFound, "partition not found:" + missing.Name(target.table),
               target.range, "make it with ALTER TABLE ... ADD PARTITION, or give -acp true"};
}

}  // namespace paisql::tunnel
