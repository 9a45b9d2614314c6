#pragma once

// What a resource is made of that is not the request's body: a table or a file of a volume, which
// headers name.

#include <string>

#include "rest/call.h"
#include "store/catalog.h"

namespace paisql::rest {

// "project.table partition(pt=1)" of the header x-odps-copy-table-source, as the catalog keeps it.
// The table and its partition are there, and the user may describe the table.
Result<std::string> TableSourceOf(const Call& call, store::Catalog& catalog,
                                  const std::string& place);
// As clients read it: "project.table partition(pt='1',hh='2')".
std::string ToldSource(const std::string& kept);
// The path of the file that the header x-odps-copy-file-source names:
// "project/volumes/volume/partition/file". The user may read the project.
Result<std::string> VolumeFileOf(const Call& call, store::Catalog& catalog);
// Whether a client made the resource of a file of a volume: its source is such a name, which no
// path of a file is, since those are absolute.
bool IsOfVolume(const store::Resource& resource);

}  // namespace paisql::rest
