// CREATE and DROP of projects and schemas.

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

}  // namespace paisql::syntax
