#pragma once

// Handlers of statements that make, change and drop tables, views and resources.

#include "session/state.h"
#include "syntax/statements/tables.h"

namespace paisql::syntax {
struct CreateFunctionStatement;
struct NamespaceStatement;
struct ReloadFunctionStatement;
struct StreamStatement;
struct TransferStatement;
}  // namespace paisql::syntax

namespace paisql::session {

Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run);
Status RunAlterTable(const syntax::AlterTableStatement& statement, Run& run);
Status RunDropTable(const syntax::DropTableStatement& statement, Run& run);
Status RunRestoreTable(const syntax::RestoreTableStatement& statement, Run& run);
Status RunCollectLifecycle(const syntax::CollectLifecycleStatement& statement, Run& run);
Status RunTruncateTable(const syntax::TruncateTableStatement& statement, Run& run);
Status RunCloneTable(const syntax::CloneTableStatement& statement, Run& run);
Status RunCreateView(const syntax::CreateViewStatement& statement, Run& run);
Status RunAlterView(const syntax::AlterViewStatement& statement, Run& run);
Status RunCreateFunction(const syntax::CreateFunctionStatement& statement, Run& run);
Status RunCreateSqlFunction(const syntax::CreateSqlFunctionStatement& statement, Run& run);
Status RunReloadFunction(const syntax::ReloadFunctionStatement& statement, Run& run);
Status RunDropFunction(const syntax::DropFunctionStatement& statement, Run& run);
Status RunDropView(const syntax::DropViewStatement& statement, Run& run);
Status RunTransfer(const syntax::TransferStatement& statement, Run& run);
Status RunNamespace(const syntax::NamespaceStatement& statement, Run& run);
Status RunStream(const syntax::StreamStatement& statement, Run& run);
Status RunNoEffect(const syntax::NoEffectStatement& statement, Run& run);
Status RunAddResource(const syntax::AddResourceStatement& statement, Run& run);
Status RunGetResource(const syntax::GetResourceStatement& statement, Run& run);
Status RunDropResource(const syntax::DropResourceStatement& statement, Run& run);

}  // namespace paisql::session
