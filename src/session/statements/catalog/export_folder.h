#pragma once

// The folder that EXPORT writes and IMPORT reads: export.json says what is in it, ddl/ has a
// statement for each object, data/ the Parquet files of tables, resources/ and models/ those of
// theirs. docs/internals/formats.md has its
// members. A folder that is not whole is an error that names what is missing.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/statements/catalog/export_kept.h"

namespace paisql::session {

struct ExportedFile {
  std::string path;  // in the folder
  std::vector<std::string> partition;
  int64_t rows = 0;
  int64_t bytes = 0;
  std::string sha256;
};

// kQuery: views, which read other objects; kFunction: SQL functions, which may do so, too.
enum class ExportedKind { kTable, kQuery, kFunction };

struct ExportedObject {
  ExportedKind kind = ExportedKind::kTable;
  std::string schema;
  std::string name;
  std::string ddl;  // in the folder
  std::string ddl_sha256;
  // How the text of a view is read: where names of one word are looked for, and
  // odps.namespace.schema.
  std::string text_project;
  std::string text_schema;
  bool reads_schemas = false;
  std::vector<std::vector<std::string>> partitions;
  std::vector<ExportedFile> files;
};

struct ExportManifest {
  bool whole_project = false;
  std::string project;
  std::vector<std::string> schemas;  // beside `default`
  std::vector<ExportedObject> objects;
  KeptObjects kept;
};

// The digest of a text, as a hexadecimal number.
std::string DigestOf(const std::string& text);
// Writes the bytes and brings them onto the disk.
Status WriteDurably(const std::string& path, const std::string& bytes);
Status WriteManifest(const std::string& folder, const ExportManifest& manifest);
// kIo without a folder; kInvalidCommand for a folder that EXPORT has not written, or that has lost
// something. Of data files the sizes are looked at, of statements all bytes.
Result<ExportManifest> ReadManifest(const std::string& folder);

}  // namespace paisql::session
