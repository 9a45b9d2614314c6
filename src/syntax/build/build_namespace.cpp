// CREATE and DROP of projects and schemas, EXPORT and IMPORT.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/statements/namespaces.h"

namespace paisql::syntax {

StatementPtr TreeBuilder::BuildNamespace(P::NamespaceStatementContext* context) {
  auto statement = std::make_unique<NamespaceStatement>();
  if (auto* create = dynamic_cast<P::CreateNamespaceContext*>(context)) {
    statement->schema = create->SCHEMA() != nullptr;
    statement->name = BuildName(create->name);
    statement->if_exists = create->ifNotExists() != nullptr;
    if (create->stringValue() != nullptr) {
      statement->comment = BuildString(create->stringValue());
      statement->comment_range = RangeOf(create->stringValue());
    }
    return statement;
  }
  auto* drop = static_cast<P::DropNamespaceContext*>(context);
  statement->drop = true;
  statement->schema = drop->SCHEMA() != nullptr;
  statement->name = BuildName(drop->name);
  statement->if_exists = drop->ifExists() != nullptr;
  if (drop->behavior == nullptr) return statement;
  const Identifier behavior = BuildIdentifier(drop->behavior);
  statement->cascade = EqualsIgnoreCase(behavior.text, "cascade");
  if (!statement->cascade && !EqualsIgnoreCase(behavior.text, "restrict")) {
    Fail(ErrorCode::kParse, behavior.range,
         InvalidToken(behavior.text) + ", expect one of 'CASCADE','RESTRICT','<EOF>'");
  }
  return statement;
}

StatementPtr TreeBuilder::BuildTransfer(P::TransferStatementContext* context) {
  auto statement = std::make_unique<TransferStatement>();
  const auto add = [&](auto* clauses) {
    if (clauses->table != nullptr) statement->name = BuildName(clauses->table);
    statement->project = clauses->PROJECT() != nullptr;
    if (clauses->project != nullptr) {
      const Identifier name = BuildIdentifier(clauses->project);
      statement->name = QualifiedName{{name}, name.range};
    }
    statement->folder = BuildString(clauses->folder);
    statement->folder_range = RangeOf(clauses->folder);
  };
  if (auto* exports = dynamic_cast<P::ExportToContext*>(context)) {
    add(exports);
    if (exports->partitionSpec() != nullptr) {
      statement->partition = BuildPartitionSpec(exports->partitionSpec());
    }
    return statement;
  }
  statement->import = true;
  add(static_cast<P::ImportFromContext*>(context));
  return statement;
}

}  // namespace paisql::syntax
