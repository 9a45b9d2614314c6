#include "training/packed_script.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/text.h"

namespace paisql::training {

namespace {

constexpr size_t kBlockBytes = 64 * 1024;

struct ReadDeleter {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
struct WriteDeleter {
  void operator()(archive* writer) const { archive_write_free(writer); }
};
using Reader = std::unique_ptr<archive, ReadDeleter>;
using Writer = std::unique_ptr<archive, WriteDeleter>;

Error Broken(const std::string& path, archive* source) {
  const char* why = archive_error_string(source);
  return Error{
      ErrorCode::kInvalidCommand,
      "the archive " + path + " cannot be unpacked: " + (why == nullptr ? "it is broken" : why),
      {},
      "pack it again, for example with tar czf script.tar.gz -C folder ."};
}

Result<Reader> Open(const std::string& path) {
  Reader reader(archive_read_new());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_filename(reader.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK) {
    return Broken(path, reader.get());
  }
  return reader;
}

std::string PlainName(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  std::string_view plain = name == nullptr ? "" : name;
  while (plain.starts_with("./")) plain.remove_prefix(2);
  return std::string(plain);
}

bool LeadsOutside(const std::string& name) {
  const std::vector<std::string> parts = Split(name, '/');
  return name.starts_with('/') || std::find(parts.begin(), parts.end(), "..") != parts.end();
}

Status CopyData(const std::string& path, archive* reader, archive* writer) {
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  while (true) {
    const int outcome = archive_read_data_block(reader, &block, &size, &offset);
    if (outcome == ARCHIVE_EOF) return Status::Ok();
    if (outcome != ARCHIVE_OK) return Broken(path, reader);
    if (archive_write_data_block(writer, block, size, offset) != ARCHIVE_OK)
      return Broken(path, writer);
  }
}

}  // namespace

bool IsArchiveName(std::string_view path) {
  const std::string name = ToLower(path);
  for (const std::string_view ending : {".tar.gz", ".tgz", ".tar", ".zip"}) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

Result<std::vector<std::string>> ListArchive(const std::string& path) {
  PAISQL_ASSIGN(const Reader reader, Open(path));
  std::vector<std::string> names;
  archive_entry* entry = nullptr;
  while (true) {
    const int outcome = archive_read_next_header(reader.get(), &entry);
    if (outcome == ARCHIVE_EOF) return names;
    if (outcome != ARCHIVE_OK && outcome != ARCHIVE_WARN) return Broken(path, reader.get());
    if (archive_entry_filetype(entry) == AE_IFREG) names.push_back(PlainName(entry));
  }
}

Status UnpackArchive(const std::string& path, const std::string& folder) {
  PAISQL_ASSIGN(const Reader reader, Open(path));
  const Writer writer(archive_write_disk_new());
  archive_write_disk_set_options(writer.get(), ARCHIVE_EXTRACT_TIME |
                                                   ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                                                   ARCHIVE_EXTRACT_SECURE_SYMLINKS);
  archive_entry* entry = nullptr;
  while (true) {
    const int outcome = archive_read_next_header(reader.get(), &entry);
    if (outcome == ARCHIVE_EOF) return Status::Ok();
    if (outcome != ARCHIVE_OK && outcome != ARCHIVE_WARN) return Broken(path, reader.get());
    const std::string name = PlainName(entry);
    if (name.empty()) continue;
    const char* link = archive_entry_hardlink(entry);
    if (LeadsOutside(name) || (link != nullptr && LeadsOutside(link))) {
      return Error{ErrorCode::kInvalidCommand,
                   "the archive " + path + " holds '" + name + "', which leads out of its folder",
                   {},
                   "pack it with relative paths"};
    }
    archive_entry_set_pathname(entry, (folder + "/" + name).c_str());
    if (link != nullptr) archive_entry_set_hardlink(entry, (folder + "/" + link).c_str());
    // Whatever the archive says, the user must be able to read, change and remove what was
    // unpacked.
    const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
    archive_entry_set_perm(entry, archive_entry_perm(entry) | (is_folder ? 0700 : 0600));
    const int made = archive_write_header(writer.get(), entry);
    if (made != ARCHIVE_OK && made != ARCHIVE_WARN) return Broken(path, writer.get());
    PAISQL_TRY(CopyData(path, reader.get(), writer.get()));
    if (archive_write_finish_entry(writer.get()) != ARCHIVE_OK) return Broken(path, writer.get());
  }
}

}  // namespace paisql::training
