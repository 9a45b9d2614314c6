// CREATE STREAM, ALTER STREAM and DROP STREAM.

#include "syntax/build/tree_builder.h"
#include "syntax/statements/streams.h"

namespace paisql::syntax {

StatementPtr TreeBuilder::BuildStream(P::StreamStatementContext* context) {
  auto statement = std::make_unique<StreamStatement>();
  if (auto* drop = dynamic_cast<P::DropStreamContext*>(context)) {
    statement->action = StreamAction::kDrop;
    statement->if_exists = drop->ifExists() != nullptr;
    statement->stream = BuildName(drop->stream);
    return statement;
  }
  const auto add = [&](auto* clauses) {
    statement->stream = BuildName(clauses->stream);
    if (clauses->table != nullptr) statement->table = BuildName(clauses->table);
    statement->offset = BuildVersion(clauses->tableVersion());
    if (clauses->streamProperties() != nullptr) {
      AddProperties(clauses->streamProperties()->property(), statement->properties);
    }
    if (clauses->stringValue() == nullptr) return;
    statement->comment = BuildString(clauses->stringValue());
    statement->comment_range = RangeOf(clauses->stringValue());
  };
  if (auto* create = dynamic_cast<P::CreateStreamContext*>(context)) {
    statement->if_not_exists = create->ifNotExists() != nullptr;
    add(create);
    return statement;
  }
  statement->action = StreamAction::kAlter;
  add(static_cast<P::AlterStreamContext*>(context));
  return statement;
}

}  // namespace paisql::syntax
