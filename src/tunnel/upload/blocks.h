#pragma once

// A large file is uploaded in blocks: parts that are read beside each other, each into files of its
// own. Where a block begins is guessed from the text near it. Whoever reads the blocks compares: a
// block that does not begin where the one before it has ended is read again from there, so that
// blocks give what one reader of the whole file gives.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"
#include "tunnel/csv/csv_reader.h"
#include "tunnel/csv/header.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "tunnel/upload/bad_records.h"

namespace paisql::tunnel {

// A file and what is known of it before its records are read.
struct UploadFile {
  InputFile input;
  FieldPlaces places;
  int64_t begin = 0;  // of the first record after the header
  int64_t first_line = 1;
  std::string state;                  // changes when somebody writes to the file; "" for a stream
  std::unique_ptr<CsvReader> reader;  // of a stream, at its first record
};

struct Block {
  size_t file = 0;  // its number
  CsvRange range;
};

// What a block has given. It can be kept, and then the block need not be read again.
struct BlockRows {
  int64_t begin = 0;
  int64_t end = 0;  // where the record after the last one begins
  int64_t lines = 0;
  int64_t rows = 0;
  BadRecords bad;  // its lines count from the block's first one
  std::vector<engine::WrittenFile> files;
};

// Of a regular file: its size, its time and what it is. kIo when it is not there.
Result<std::string> FileState(const InputFile& file);

// The blocks of the files in their order, each about as large as the options want. A stream is one
// block, and so is a file that is not larger.
Result<std::vector<Block>> PlanBlocks(const std::vector<UploadFile>& files,
                                      const TunnelOptions& options);

}  // namespace paisql::tunnel
