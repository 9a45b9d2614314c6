#include "tunnel/csv/plain_text.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/coding/packed_reader.h"
#include "base/files/files.h"
#include "base/text.h"
#include "engine/coding/charset.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kConvertedBytes = 1UL << 20;
constexpr std::string_view kUtf8 = "UTF-8";

// In UTF-16 and UTF-32 the byte of a newline may be a part of another character, so that a text can
// be cut nowhere without looking.
bool CutsAtNewlines(std::string_view charset) {
  const std::string name = ToUpper(charset);
  return name.find("16") == std::string::npos && name.find("32") == std::string::npos &&
         name.find("UCS") == std::string::npos;
}

// One file's way into its copy.
class PlainCopy {
 public:
  PlainCopy(const InputFile& file, const std::string& charset, const std::string& cure)
      : file_(file), charset_(charset), cure_(cure), cuts_(CutsAtNewlines(charset)) {}

  Status Make(const std::string& path, const std::function<Status()>& check) {
    copy_ = path;
    if (!charset_.empty()) converter_ = engine::Charset::Between(charset_, kUtf8);
    PAISQL_ASSERT(charset_.empty() || converter_ != nullptr, "the option's charset is known");
    to_ = Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!to_.open()) return FileError("write", path, errno);
    PAISQL_ASSIGN(const std::unique_ptr<PackedReader> from,
                  PackedReader::Open(file_.path, file_.name));
    std::vector<char> piece(kConvertedBytes);
    while (true) {
      PAISQL_TRY(check());
      PAISQL_ASSIGN(const size_t got, from->Read(piece));
      if (got == 0) break;
      rest_.append(piece.data(), got);
      const size_t end = converter_ == nullptr ? rest_.size() : cuts_ ? rest_.rfind('\n') + 1 : 0;
      PAISQL_TRY(Take(end));
    }
    return Take(rest_.size());
  }

 private:
  // Converts so many bytes of what has been read, whole lines or all.
  Status Take(size_t bytes) {
    const std::string_view text = std::string_view(rest_).substr(0, bytes);
    if (converter_ == nullptr) {
      PAISQL_TRY(Write(text));
    } else {
      const std::optional<std::string> made = converter_->Convert(text);
      if (!made.has_value()) return Malformed(text);
      PAISQL_TRY(Write(*made));
    }
    lines_ += std::count(text.begin(), text.end(), '\n');
    rest_.erase(0, bytes);
    return Status::Ok();
  }

  Status Write(std::string_view bytes) const {
    if (WriteAll(to_.get(), bytes)) return Status::Ok();
    return FileError("write", copy_, errno);
  }

  // The error for a text that does not convert; of lines it names the first.
  Error Malformed(std::string_view text) {
    int64_t line = lines_ + 1;
    for (size_t begin = 0; cuts_ && begin < text.size(); ++line) {
      const size_t newline = text.find('\n', begin);
      const size_t end = newline == std::string_view::npos ? text.size() : newline + 1;
      if (!converter_->Convert(text.substr(begin, end - begin)).has_value()) break;
      begin = end;
    }
    return Error{ErrorCode::kIo,
                 cuts_ ? fmt::format("{}:{} is not text of {}", file_.name, line, charset_)
                       : file_.name + " is not text of " + charset_,
                 {},
                 cure_};
  }

  const InputFile& file_;
  const std::string& charset_;
  const std::string& cure_;
  const bool cuts_;
  std::unique_ptr<engine::Charset> converter_;  // null for UTF-8
  std::string copy_;
  Descriptor to_;
  std::string rest_;  // read and not converted yet
  int64_t lines_ = 0;
};

// A pipe is not asked for its first bytes, which whoever reads it would miss.
bool IsPlain(const InputFile& file, const std::string& charset) {
  std::error_code ignored;
  const bool asked = std::filesystem::is_regular_file(file.path, ignored);
  return charset.empty() && !(asked && PackedReader::IsPacked(file.path));
}

}  // namespace

Result<std::string> CharsetName(const std::string& written) {
  for (const std::string_view plain :
       {std::string_view("ignore"), std::string_view("utf8"), kUtf8}) {
    if (EqualsIgnoreCase(written, plain)) return std::string();
  }
  if (engine::Charset::Between(written, kUtf8) != nullptr) return written;
  return Error{ErrorCode::kUnsupported,
               "charset " + written + " is not known",
               {},
               "UTF-8, GBK, GB18030, BIG5 and UTF-16 are known, for instance: iconv -l lists all"};
}

bool NeedsPlainCopies(const std::vector<InputFile>& files, const std::string& charset) {
  return !std::all_of(files.begin(), files.end(),
                      [&](const InputFile& file) { return IsPlain(file, charset); });
}

Status MakePlainCopies(std::vector<InputFile>& files, const std::string& charset,
                       const std::string& folder, const std::function<Status()>& check,
                       const std::string& cure) {
  for (size_t i = 0; i < files.size(); ++i) {
    if (IsPlain(files[i], charset)) continue;
    const std::string path = fmt::format("{}/plain{}", folder, i);
    PAISQL_TRY(PlainCopy(files[i], charset, cure).Make(path, check));
    files[i].path = path;
  }
  return Status::Ok();
}

}  // namespace paisql::tunnel
