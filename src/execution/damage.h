#pragma once

// Finds data files that are damaged, missing or replaced. This code checks a statement's files
// before the engine reads them (store/upkeep/file_check.h). So damaged data become an error that
// names the table, and never rows.

#include <vector>

#include "engine/bindings.h"
#include "execution/host.h"
#include "plan/relation.h"

namespace paisql::execution {

// Checks the files of plans that are going to run, as far as they are going to be read, each part
// once in a session. With paisql.read.verify=false only that they are files of the right sizes.
Status CheckPlans(Host& host, const std::vector<const plan::Relation*>& roots,
                  const engine::Bindings& bindings);
// The same for scans alone.
Status CheckScans(Host& host, const std::vector<const plan::Scan*>& scans,
                  const engine::Bindings& bindings);

// That the objects of the scan's files are in their bucket, for an engine that reads them there.
Status CheckObjects(Host& host, const plan::Scan& scan, const store::FileListing& listing);

// Checks all of the listed files, for a reader of whole files.
Status CheckListing(Host& host, const store::Table& table, const store::FileListing& listing,
                    const SourceRange& range);

// That no file outside of the home has changed while the plan read it: its rows would be those of
// no moment.
Status CheckExternalFiles(const Host& host, const plan::Relation& root,
                          const engine::Bindings& bindings);

// The error of a plan that has failed: itself, or one that names the first damaged file that the
// plan reads. It is looked for also where paisql.read.verify is false.
Error NameDamagedFile(Host& host, const plan::Relation& root, const engine::Bindings& bindings,
                      Error error);

}  // namespace paisql::execution
