#pragma once

// What the names of a request mean, and answers that are read from the catalog.

#include <string>
#include <string_view>

#include "rest/call.h"
#include "rest/service.h"
#include "store/catalog.h"

namespace paisql::rest {

// The name of the request's project, as it was made. kProjectNotFound for an unknown one.
Result<std::string> ProjectOf(const Call& call, store::Catalog& catalog);
// The request's project, with the schema of `curr_schema`, as store/place.h writes places.
Result<std::string> PlaceOf(const Call& call, store::Catalog& catalog);
// The schema that a request is about: that of `curr_schema`, or `default`.
std::string SchemaOf(const Call& call);
// ODPS-0130131 for an unknown name.
Result<store::Table> TableOf(store::Catalog& catalog, const std::string& place,
                             const std::string& name);
// Whether who has signed the request may do it.
Status RequireOfTable(const Call& call, store::Catalog& catalog, const store::Table& table,
                      std::string_view action);
Status RequireOfProject(const Call& call, store::Catalog& catalog, const std::string& place,
                        std::string_view action);

// The XML that `read` makes of one state of the catalog, or its error.
using ReadXml = Result<std::string> (*)(const Call& call, store::Catalog& catalog);
Answer AnswerRead(const Call& call, Service& service, ReadXml read);

}  // namespace paisql::rest
