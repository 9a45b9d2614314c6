#pragma once

// One function for each family of statements; session.cpp has the table that says which kind goes
// where.

#include "session/state.h"
#include "syntax/service_statement.h"
#include "syntax/statement.h"

namespace paisql::session {

Status RunSelect(const syntax::SelectStatement& statement, Run& run);
Status RunExplain(const syntax::ExplainStatement& statement, Run& run);
Status RunSummarize(const syntax::SummarizeStatement& statement, Run& run);
Status RunInsert(const syntax::InsertStatement& statement, Run& run);
Status RunMultiInsert(const syntax::MultiInsertStatement& statement, Run& run);
Status RunCreateTable(const syntax::CreateTableStatement& statement, Run& run);
Status RunAlterTable(const syntax::AlterTableStatement& statement, Run& run);
Status RunDropTable(const syntax::DropTableStatement& statement, Run& run);
Status RunRestoreTable(const syntax::RestoreTableStatement& statement, Run& run);
Status RunTruncateTable(const syntax::TruncateTableStatement& statement, Run& run);
Status RunCreateView(const syntax::CreateViewStatement& statement, Run& run);
Status RunDropView(const syntax::DropViewStatement& statement, Run& run);
Status RunRowChange(const syntax::RowChangeStatement& statement, Run& run);
Status RunSet(const syntax::SetStatement& statement, Run& run);
Status RunUnset(const syntax::UnsetStatement& statement, Run& run);
Status RunVariable(const syntax::VariableStatement& statement, Run& run);
Status RunAlias(const syntax::AliasStatement& statement, Run& run);
Status RunUse(const syntax::UseStatement& statement, Run& run);
Status RunShow(const syntax::ShowStatement& statement, Run& run);
Status RunDescribe(const syntax::DescribeStatement& statement, Run& run);
Status RunAddResource(const syntax::AddResourceStatement& statement, Run& run);
Status RunGetResource(const syntax::GetResourceStatement& statement, Run& run);
Status RunDropResource(const syntax::DropResourceStatement& statement, Run& run);
Status RunBucket(const syntax::BucketStatement& statement, Run& run);
Status RunRole(const syntax::RoleStatement& statement, Run& run);
Status RunModel(const syntax::ModelStatement& statement, Run& run);
Status RunService(const syntax::ServiceStatement& statement, Run& run);
Status RunGrant(const syntax::GrantStatement& statement, Run& run);
Status RunOss(const syntax::OssStatement& statement, Run& run);
Status RunTunnel(const syntax::TunnelStatement& statement, Run& run);
Status RunJobCommand(const syntax::JobCommandStatement& statement, Run& run);
Status RunHelp(const syntax::HelpStatement& statement, Run& run);
Status RunPai(const syntax::PaiStatement& statement, Run& run);
Status RunNoEffect(const syntax::NoEffectStatement& statement, Run& run);

// \d name: `statement` is DESC of it. kInvalidCommand for a DESC of anything else.
Status ShowOverview(const syntax::Statement& statement, bool samples, Run& run);

}  // namespace paisql::session
