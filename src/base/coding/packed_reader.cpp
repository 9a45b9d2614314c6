#include "base/coding/packed_reader.h"

#include <utility>

#include "base/coding/gzip_reader.h"
#include "base/coding/zstd_reader.h"

namespace paisql {

namespace {

template <typename Reader>
class ReaderOf : public PackedReader {
 public:
  explicit ReaderOf(std::unique_ptr<Reader> reader) : reader_(std::move(reader)) {}
  Result<size_t> Read(std::vector<char>& piece) override { return reader_->Read(piece); }

 private:
  std::unique_ptr<Reader> reader_;
};

}  // namespace

bool PackedReader::IsPacked(const std::string& path) {
  return GzipReader::Knows(path) || ZstdReader::Knows(path);
}

Result<std::unique_ptr<PackedReader>> PackedReader::Open(const std::string& path,
                                                         const std::string& name) {
  if (ZstdReader::Knows(path)) {
    PAISQL_ASSIGN(auto zstd, ZstdReader::Open(path, name));
    return std::unique_ptr<PackedReader>(std::make_unique<ReaderOf<ZstdReader>>(std::move(zstd)));
  }
  // gzip's reader takes plain files, too.
  PAISQL_ASSIGN(auto gzip, GzipReader::Open(path, name));
  return std::unique_ptr<PackedReader>(std::make_unique<ReaderOf<GzipReader>>(std::move(gzip)));
}

}  // namespace paisql
