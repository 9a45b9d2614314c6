#pragma once

// Handlers of statements that read and write rows.

#include "session/state.h"
#include "syntax/statements/external.h"
#include "syntax/statements/rows.h"

namespace paisql::session {

Status RunSelect(const syntax::SelectStatement& statement, Run& run);
Status RunExplain(const syntax::ExplainStatement& statement, Run& run);
Status RunSummarize(const syntax::SummarizeStatement& statement, Run& run);
Status RunInsert(const syntax::InsertStatement& statement, Run& run);
// The same where the analysis knows more names.
Status InsertRows(const syntax::InsertStatement& statement, analysis::AnalysisContext context,
                  Run& run);
Status RunLoad(const syntax::LoadStatement& statement, Run& run);
Status RunUnload(const syntax::UnloadStatement& statement, Run& run);
Status RunRepair(const syntax::RepairStatement& statement, Run& run);
Status RunMultiInsert(const syntax::MultiInsertStatement& statement, Run& run);
Status RunRowChange(const syntax::RowChangeStatement& statement, Run& run);

}  // namespace paisql::session
