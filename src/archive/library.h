#pragma once

// The functions of libarchive that this room calls, found when the first archive is opened. The
// library brings XML, ICU and ciphers along, which every start of the program would pay for.

#include <archive.h>
#include <archive_entry.h>

#include "base/result.h"

namespace paisql::archive {

#define PAISQL_ARCHIVE_FUNCTIONS(X)    \
  X(archive_entry_filetype)            \
  X(archive_entry_hardlink)            \
  X(archive_entry_hardlink_utf8)       \
  X(archive_entry_pathname)            \
  X(archive_entry_pathname_utf8)       \
  X(archive_entry_perm)                \
  X(archive_entry_set_hardlink)        \
  X(archive_entry_set_pathname)        \
  X(archive_entry_set_perm)            \
  X(archive_entry_set_symlink)         \
  X(archive_entry_size)                \
  X(archive_entry_size_is_set)         \
  X(archive_entry_symlink)             \
  X(archive_entry_symlink_utf8)        \
  X(archive_error_string)              \
  X(archive_read_data_block)           \
  X(archive_read_free)                 \
  X(archive_read_new)                  \
  X(archive_read_next_header)          \
  X(archive_read_open_filename)        \
  X(archive_read_support_filter_bzip2) \
  X(archive_read_support_filter_gzip)  \
  X(archive_read_support_format_tar)   \
  X(archive_read_support_format_zip)   \
  X(archive_write_data_block)          \
  X(archive_write_disk_new)            \
  X(archive_write_disk_set_options)    \
  X(archive_write_finish_entry)        \
  X(archive_write_free)                \
  X(archive_write_header)

struct Library {
#define PAISQL_ARCHIVE_DECLARE(name) decltype(&::name) name = nullptr;
  PAISQL_ARCHIVE_FUNCTIONS(PAISQL_ARCHIVE_DECLARE)
#undef PAISQL_ARCHIVE_DECLARE
};

// kEnvironment when the system does not have the library. It stays open until the process ends.
Result<const Library*> OpenLibrary();

}  // namespace paisql::archive
