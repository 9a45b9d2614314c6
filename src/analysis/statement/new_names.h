#pragma once

// Names of what is about to be made. Private to this room.

#include "analysis/context/state.h"
#include "syntax/statement.h"

namespace paisql::analysis {

// The project and the name of a table or view, and nothing else of it.
Result<store::Table> NewTableName(const syntax::QualifiedName& name,
                                  const AnalysisContext& context);

// kTableExists where the catalog has the name.
Status CheckTableIsNew(const store::Table& table, const syntax::QualifiedName& name,
                       const AnalysisContext& context);

// The name of a table or column; `what` says which.
Status CheckNewName(const syntax::Identifier& name, std::string_view what);

Status CheckComment(const std::string& comment, const SourceRange& range);

}  // namespace paisql::analysis
