#include "store/upkeep/temporary.h"

#include <functional>

#include "store/catalog.h"
#include "store/home/lease_files.h"
#include "store/place.h"
#include "store/transaction.h"

namespace paisql::store {
namespace {

Status DropWhere(Catalog& catalog, const std::function<bool(const std::string& schema)>& wanted) {
  PAISQL_ASSIGN(const std::vector<Schema> schemas, catalog.ListTemporarySchemas());
  bool any = false;
  CatalogTransaction transaction = catalog.Begin();
  for (const Schema& schema : schemas) {
    if (!wanted(schema.name)) continue;
    transaction.Add(change::DropSchema{schema.project, schema.name, true});
    any = true;
  }
  return any ? transaction.Commit() : Status::Ok();
}

}  // namespace

std::string TemporarySchema(const std::string& lease) {
  return std::string(kTemporarySchema) + lease;
}

Status MakeTemporarySchema(Catalog& catalog, const std::string& project,
                           const std::string& schema) {
  PAISQL_ASSIGN(const std::optional<Schema> there, catalog.FindSchema(project, schema));
  if (there.has_value()) return Status::Ok();
  Schema made;
  made.project = project;
  made.name = schema;
  CatalogTransaction transaction = catalog.Begin();
  transaction.Add(change::CreateSchema{std::move(made)});
  return transaction.Commit();
}

Status DropTemporarySchema(Catalog& catalog, const std::string& schema) {
  return DropWhere(catalog, [&](const std::string& one) { return one == schema; });
}

Status DropLeftTemporarySchemas(Catalog& catalog) {
  return DropWhere(catalog, [&](const std::string& schema) {
    return !IsLeased(catalog.home(), schema.substr(kTemporarySchema.size()));
  });
}

}  // namespace paisql::store
