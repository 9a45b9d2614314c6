#include "archive/archive.h"

#include <locale.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "archive/inner_links.h"
#include "archive/library.h"
#include "base/files/files.h"
#include "base/text.h"

namespace paisql::archive {

namespace {

constexpr size_t kBlockBytes = 64 * 1024;
constexpr const char* kTooLarge = "with which it takes too much space";
constexpr const char* kPackFile = "pack the file itself: tar has the option -h";
constexpr const char* kLess = "pack the scripts alone, and read data from tables or from oss://";

// A reader or a writer of libarchive, ended by the library's own function.
using Handle = std::unique_ptr<::archive, int (*)(::archive*)>;

// libarchive turns names into the thread's character set while it reads, and drops those that do
// not fit. The C locale, in which the program runs, takes ASCII alone.
class Utf8Names {
 public:
  Utf8Names() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

Error Broken(const Library& library, const std::string& path, ::archive* source) {
  const char* why = library.archive_error_string(source);
  return Error{
      ErrorCode::kInvalidCommand,
      "the archive " + path + " cannot be unpacked: " + (why == nullptr ? "it is broken" : why),
      {},
      "pack it again, for example with tar czf script.tar.gz -C folder ."};
}

Result<Handle> OpenReader(const Library& library, const std::string& path) {
  Handle reader(library.archive_read_new(), library.archive_read_free);
  library.archive_read_support_filter_gzip(reader.get());
  library.archive_read_support_filter_bzip2(reader.get());
  library.archive_read_support_format_tar(reader.get());
  library.archive_read_support_format_zip(reader.get());
  if (library.archive_read_open_filename(reader.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK) {
    return Broken(library, path, reader.get());
  }
  return reader;
}

// A name of the archive's own bytes may be no UTF-8, and one in UTF-8 may have no other form.
const char* Either(const char* utf8, const char* bytes) { return utf8 != nullptr ? utf8 : bytes; }

Result<std::string> PlainName(const Library& library, const std::string& path,
                              archive_entry* entry) {
  const char* name =
      Either(library.archive_entry_pathname_utf8(entry), library.archive_entry_pathname(entry));
  if (name == nullptr) {
    return Error{ErrorCode::kInvalidCommand,
                 "the archive " + path + " holds an entry whose name cannot be read",
                 {},
                 "pack it again, with file names in UTF-8"};
  }
  std::string_view plain = name;
  while (plain.starts_with("./")) plain.remove_prefix(2);
  return std::string(plain);
}

// The error for one entry.
Error Refused(const std::string& path, const std::string& name, const std::string& why,
              const std::string& hint) {
  return Error{ErrorCode::kInvalidCommand,
               "the archive " + path + " holds '" + name + "', " + why,
               {},
               hint};
}

bool LeadsOutside(const std::string& name) {
  const std::vector<std::string> parts = Split(name, '/');
  return name.starts_with('/') || std::find(parts.begin(), parts.end(), "..") != parts.end();
}

// Checks where the entry would come to lie, and gives it its place below `folder`.
Status Place(const Library& library, const std::string& path, const std::string& folder,
             const std::string& name, archive_entry* entry) {
  constexpr const char* kRelative = "pack it with relative paths";
  if (LeadsOutside(name)) return Refused(path, name, "which leads out of its folder", kRelative);
  library.archive_entry_set_pathname(entry, (folder + "/" + name).c_str());

  if (const char* found = Either(library.archive_entry_hardlink_utf8(entry),
                                 library.archive_entry_hardlink(entry))) {
    const std::string target = found;
    if (LeadsOutside(target)) {
      return Refused(path, name, "a link to " + target + ", which leads out of its folder",
                     kRelative);
    }
    // The path may lead through a link, and the entry's content would be written there.
    if (!IsPlainPath(folder, target)) {
      return Refused(path, name, "a link to " + target + ", which lies below a link",
                     "pack the file itself: tar has the option --hard-dereference");
    }
    library.archive_entry_set_hardlink(entry, (folder + "/" + target).c_str());
    return Status::Ok();
  }
  const auto type = library.archive_entry_filetype(entry);
  if (type == AE_IFLNK) {
    const char* found =
        Either(library.archive_entry_symlink_utf8(entry), library.archive_entry_symlink(entry));
    const std::string target = found == nullptr ? "" : found;
    const std::string within = ParentFolder("./" + name) + "/" + target;
    if (target.empty() || target.starts_with('/') || !StaysWithin(folder, within)) {
      return Refused(path, name, "a link to '" + target + "', which leads out of its folder",
                     kPackFile);
    }
    library.archive_entry_set_symlink(entry, target.c_str());
  } else if (type != AE_IFREG && type != AE_IFDIR) {
    return Refused(path, name, "which is neither a file nor a folder", "leave it out");
  }
  return Status::Ok();
}

// A link that stayed within when it was made may lead out by one that came later.
Status CheckLinks(const std::string& path, const std::string& folder) {
  PAISQL_ASSIGN(const std::optional<std::string> outside, FindLinkOutside(folder));
  if (!outside.has_value()) return Status::Ok();
  return Refused(path, *outside, "a link which leads out of its folder", kPackFile);
}

// How many bytes the archive may take.
int64_t RoomFor(const std::string& path, const UnpackLimits& limits) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  const int64_t most = unknown ? 0 : static_cast<int64_t>(size) * limits.ratio;
  return std::min(limits.bytes, std::max(limits.harmless_bytes, most));
}

// Whether there is room for the entry, as far as the archive tells its size.
Status CheckRoom(const Library& library, const std::string& path, const std::string& name,
                 archive_entry* entry, const UnpackLimits& limits, int64_t entries, int64_t left) {
  if (entries > limits.entries) return Refused(path, name, "which is one entry too many", kLess);
  if (library.archive_entry_size_is_set(entry) && library.archive_entry_size(entry) > left) {
    return Refused(path, name, kTooLarge, kLess);
  }
  return Status::Ok();
}

// Copies an entry's content; `left` is how many bytes the archive may still take.
Status CopyData(const Library& library, const std::string& path, const std::string& name,
                int64_t* left, ::archive* reader, ::archive* writer) {
  const void* block = nullptr;
  size_t size = 0;
  la_int64_t offset = 0;
  int64_t end = 0;
  while (true) {
    const int outcome = library.archive_read_data_block(reader, &block, &size, &offset);
    if (outcome == ARCHIVE_EOF) break;
    if (outcome != ARCHIVE_OK) return Broken(library, path, reader);
    end = offset + static_cast<int64_t>(size);
    if (end > *left) return Refused(path, name, kTooLarge, kLess);
    if (library.archive_write_data_block(writer, block, size, offset) != ARCHIVE_OK)
      return Broken(library, path, writer);
  }
  *left -= end;
  return Status::Ok();
}

}  // namespace

bool IsArchiveName(std::string_view path) {
  const std::string name = ToLower(path);
  for (const std::string_view ending : {".tar.gz", ".tgz", ".tar", ".zip"}) {
    if (name.ends_with(ending)) return true;
  }
  return false;
}

Result<std::vector<std::string>> ListArchive(const std::string& path, const UnpackLimits& limits) {
  const Utf8Names names_are_utf8;
  PAISQL_ASSIGN(const Library* opened, OpenLibrary());
  const Library& library = *opened;
  PAISQL_ASSIGN(const Handle reader, OpenReader(library, path));
  std::vector<std::string> names;
  archive_entry* entry = nullptr;
  int64_t entries = 0;
  int64_t left = RoomFor(path, limits);
  while (true) {
    const int outcome = library.archive_read_next_header(reader.get(), &entry);
    if (outcome == ARCHIVE_EOF) return names;
    if (outcome != ARCHIVE_OK && outcome != ARCHIVE_WARN)
      return Broken(library, path, reader.get());
    PAISQL_ASSIGN(std::string name, PlainName(library, path, entry));
    PAISQL_TRY(CheckRoom(library, path, name, entry, limits, ++entries, left));
    left -= std::max<int64_t>(library.archive_entry_size(entry), 0);
    if (library.archive_entry_filetype(entry) == AE_IFREG) names.push_back(std::move(name));
  }
}

Status UnpackArchive(const std::string& path, const std::string& folder,
                     const UnpackLimits& limits) {
  const Utf8Names names_are_utf8;
  PAISQL_ASSIGN(const Library* opened, OpenLibrary());
  const Library& library = *opened;
  PAISQL_ASSIGN(const Handle reader, OpenReader(library, path));
  const Handle writer(library.archive_write_disk_new(), library.archive_write_free);
  library.archive_write_disk_set_options(writer.get(), ARCHIVE_EXTRACT_TIME |
                                                           ARCHIVE_EXTRACT_SECURE_NODOTDOT |
                                                           ARCHIVE_EXTRACT_SECURE_SYMLINKS);
  archive_entry* entry = nullptr;
  int64_t entries = 0;
  int64_t left = RoomFor(path, limits);
  while (true) {
    const int outcome = library.archive_read_next_header(reader.get(), &entry);
    if (outcome == ARCHIVE_EOF) return CheckLinks(path, folder);
    if (outcome != ARCHIVE_OK && outcome != ARCHIVE_WARN)
      return Broken(library, path, reader.get());
    PAISQL_ASSIGN(const std::string name, PlainName(library, path, entry));
    if (name.empty() || (limits.wanted && !limits.wanted(name))) continue;
    PAISQL_TRY(CheckRoom(library, path, name, entry, limits, ++entries, left));
    PAISQL_TRY(Place(library, path, folder, name, entry));
    // Whatever the archive says, the user can read, change and remove what was unpacked, nobody
    // else can, and no program has another owner's rights.
    const bool is_folder = library.archive_entry_filetype(entry) == AE_IFDIR;
    library.archive_entry_set_perm(
        entry, (library.archive_entry_perm(entry) & 0700) | (is_folder ? 0700 : 0600));
    const int made = library.archive_write_header(writer.get(), entry);
    if (made != ARCHIVE_OK && made != ARCHIVE_WARN) return Broken(library, path, writer.get());
    PAISQL_TRY(CopyData(library, path, name, &left, reader.get(), writer.get()));
    if (library.archive_write_finish_entry(writer.get()) != ARCHIVE_OK)
      return Broken(library, path, writer.get());
  }
}

}  // namespace paisql::archive
