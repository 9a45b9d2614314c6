// Clauses about files outside of the home, LOAD, UNLOAD and MSCK.

#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/statements/external.h"

namespace paisql::syntax {

void TreeBuilder::AddStorageClause(P::StorageClauseContext* context, StorageClauses& storage) {
  const auto set = [&](auto& member, auto value, const char* word) {
    if (member.has_value()) {
      Fail(ErrorCode::kParse, RangeOf(context), InvalidToken(word), "the clause appears twice");
    }
    member = std::move(value);
  };
  if (!storage.range.known()) storage.range = RangeOf(context);
  if (context->handler != nullptr) {
    set(storage.handler, BuildClauseText(context->handler), "STORED");
  } else if (context->format != nullptr) {
    set(storage.format, BuildIdentifier(context->format), "STORED");
  } else if (context->serde != nullptr) {
    set(storage.serde, BuildClauseText(context->serde), "ROW");
  } else if (context->rowFormat() != nullptr) {
    set(storage.rows, BuildRowFormat(context->rowFormat()), "ROW");
  } else if (context->location != nullptr) {
    set(storage.location, BuildClauseText(context->location), "LOCATION");
  } else if (context->jars != nullptr) {
    set(storage.jars, BuildClauseText(context->jars), "USING");
  } else {
    AddProperties(context->property(), storage.properties);
  }
}

StatementPtr TreeBuilder::BuildLoad(P::LoadStatementContext* context) {
  auto load = std::make_unique<LoadStatement>();
  InsertTarget& target = load->insert.target;
  target.overwrite = context->OVERWRITE() != nullptr;
  target.table = BuildName(context->table);
  if (context->partitionSpec() != nullptr) {
    target.partition = BuildPartitionSpec(context->partitionSpec());
  }
  load->insert.range = RangeOf(context);
  const SourceRange range = RangeOf(context->storageClause().front());
  TableParts files;
  files.table = QualifiedName{{Identifier{kLoadedFiles, true, range}}, range};
  StatementPtr read = BuildTableRead(std::move(files));
  load->insert.query = std::move(static_cast<SelectStatement&>(*read).query);
  for (auto* clause : context->storageClause()) AddStorageClause(clause, load->storage);
  return load;
}

StatementPtr TreeBuilder::BuildUnload(P::UnloadStatementContext* context) {
  auto unload = std::make_unique<UnloadStatement>();
  for (auto* clause : context->storageClause()) AddStorageClause(clause, unload->storage);
  if (context->query() != nullptr) {
    unload->query = BuildQuery(context->query());
    return unload;
  }
  unload->of_table = true;
  TableParts parts;
  parts.table = BuildName(context->table);
  if (context->partitionSpec() != nullptr) {
    parts.partition = BuildPartitionSpec(context->partitionSpec());
  }
  StatementPtr read = BuildTableRead(std::move(parts));
  unload->query = std::make_unique<Query>(std::move(static_cast<SelectStatement&>(*read).query));
  return unload;
}

StatementPtr TreeBuilder::BuildRepair(P::RepairStatementContext* context) {
  auto repair = std::make_unique<RepairStatement>();
  repair->table = BuildName(context->table);
  return repair;
}

}  // namespace paisql::syntax
