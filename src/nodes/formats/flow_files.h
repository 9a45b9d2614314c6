#pragma once

// Workflows of the platform and of this program as files: what import reads and
// writes, and export.

#include <string>
#include <vector>

#include "nodes/formats/export/export_spec.h"
#include "nodes/formats/import_spec.h"

namespace paisql::nodes {

// Beside flow.yaml: what the workflow was imported from.
inline constexpr const char* kOriginFolder = ".dataworks";

// Reads what is to be imported: one file, or all files of a folder, without
// those below `except` and those whose names begin with a dot. Links are
// followed to files, not to folders. kIo for what cannot be read,
// kInvalidCommand for a folder of over kMostFiles files.
inline constexpr size_t kMostFiles = 100000;
Result<FileTexts> ReadFlowSource(const std::string& path, const std::string& except);

// A FlowSpec, or the content of a PAI node, as a plain workflow.
Result<ImportedFlow> ImportFlow(const FileTexts& source);

// Writes flow.yaml, the code, and the source for exports. kInvalidCommand where
// the folder has a flow.yaml, or a file that would be overwritten.
Status WriteImportedFlow(const std::string& folder, const ImportedFlow& flow,
                         const FileTexts& source);

// The source of an imported workflow; none for a workflow that began here, or as the content of a
// PAI node.
Result<FileTexts> ReadOrigin(const std::string& folder);

// Each below the folder; folders are made.
Status WriteFlowTexts(const std::string& folder, const FileTexts& files);

}  // namespace paisql::nodes
