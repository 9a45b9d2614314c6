#include "session/statement_rights.h"

#include "base/text.h"
#include "session/statements/answers.h"
#include "syntax/statements/access.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/external.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/pai.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/services.h"
#include "syntax/statements/show.h"
#include "syntax/statements/storage.h"
#include "syntax/statements/streams.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

using namespace syntax;  // NOLINT(google-build-using-namespace): its statements

bool Always(const Statement&) { return true; }

template <typename T, auto member>
bool Is(const Statement& statement) {
  return static_cast<bool>(As<T>(statement).*member);
}

template <typename T, auto member, auto... values>
bool IsOneOf(const Statement& statement) {
  const auto value = As<T>(statement).*member;
  return ((value == values) || ...);
}

using enum Subject;

constexpr Right kQuery[] = {{kProject, "CreateInstance"}, {kRead, "Select"}};
constexpr Right kWrite[] = {{kProject, "CreateInstance"}, {kTarget, "Update"}, {kRead, "Select"}};
constexpr Right kChangeRows[] = {
    {kProject, "CreateInstance"}, {kTarget, "Update"}, {kTarget, "Select"}, {kRead, "Select"}};
constexpr Right kInstance[] = {{kProject, "CreateInstance"}};
constexpr Right kMake[] = {{kTargetProject, "CreateTable"}};
constexpr Right kMakeView[] = {{kTargetProject, "CreateTable"}, {kRead, "Select"}};
constexpr Right kLike[] = {{kSource, "Describe"}};
constexpr Right kUpdate[] = {{kTarget, "Update"}};
constexpr Right kAlter[] = {{kTarget, "Alter"}};
constexpr Right kAlterView[] = {{kTarget, "Alter"}, {kRead, "Select"}};
constexpr Right kDrop[] = {{kTarget, "Drop"}};
constexpr Right kCopy[] = {{kSource, "Select"}, {kTargetProject, "CreateTable"}};
constexpr Right kPai[] = {{kProject, "CreateInstance"},
                          {kSource, "Select"},
                          {kMadeTable, "Update"},
                          {kModel, "Read"},
                          {kMadeModel, "Write"}};
constexpr Right kRepair[] = {{kTarget, "Alter"}};
constexpr Right kStreamDrop[] = {{kStream, "Drop"}};
constexpr Right kStreamAlter[] = {{kStream, "Alter"}};
constexpr Right kMakeFunction[] = {{kProject, "CreateFunction"}};
constexpr Right kReplaceFunction[] = {{kFunction, "Write"}};
constexpr Right kDropFunction[] = {{kFunction, "Delete"}};
constexpr Right kList[] = {{kProject, "List"}};
constexpr Right kMakeSchema[] = {{kProject, "CreateSchema"}};
constexpr Right kReadProject[] = {{kProject, "Read"}};
constexpr Right kWriteProject[] = {{kProject, "Write"}};
constexpr Right kMakeVolume[] = {{kProject, "CreateVolume"}};
constexpr Right kDescribe[] = {{kSource, "Describe"}};
constexpr Right kHistory[] = {{kSource, "ShowHistory"}};
constexpr Right kReadResource[] = {{kResource, "Read"}};
constexpr Right kReplaceResource[] = {{kResource, "Write"}};
constexpr Right kDropResource[] = {{kResource, "Delete"}};
constexpr Right kMakeResource[] = {{kProject, "CreateResource"}};
constexpr Right kReadFunction[] = {{kFunction, "Read"}};
constexpr Right kReadModel[] = {{kModel, "Read"}};
constexpr Right kMakeModel[] = {{kProject, "CreateOfflineModel"}};
constexpr Right kCopyModel[] = {{kModel, "Read"}, {kProject, "CreateOfflineModel"}};
constexpr Right kWriteModel[] = {{kModel, "Write"}};
constexpr Right kDropModel[] = {{kModel, "Delete"}};
constexpr Right kReadStream[] = {{kStream, "Describe"}};
constexpr Right kReadInstance[] = {{kNamed, "Read"}};
constexpr Right kWriteInstance[] = {{kNamed, "Write"}};
constexpr Right kTunnel[] = {{kNamed, "Update"}, {kNamed, "Select"}};
constexpr Right kManage[] = {{kManager}};
constexpr Right kAdminister[] = {{kAdministrator}};
constexpr Right kOwn[] = {{kSuper}};

template <typename T>
constexpr StatementRights Needs(std::string_view words, std::span<const Right> rights,
                                bool (*applies)(const Statement&) = Always) {
  return {typeid(T), words, applies, rights};
}

template <auto... what>
constexpr StatementRights Show(std::string_view words, std::span<const Right> rights) {
  return Needs<ShowStatement>(words, rights, IsOneOf<ShowStatement, &ShowStatement::what, what...>);
}

template <auto... what>
constexpr StatementRights Describe(std::string_view words, std::span<const Right> rights) {
  return Needs<DescribeStatement>(words, rights,
                                  IsOneOf<DescribeStatement, &DescribeStatement::what, what...>);
}

bool IsCreation(const Statement& statement) {
  return !As<CreateSqlFunctionStatement>(statement).temporary;
}
bool ReplacesFunction(const Statement& statement) {
  return IsCreation(statement) && As<CreateSqlFunctionStatement>(statement).or_replace;
}
bool IsKept(const Statement& statement) {
  return !As<CreateFunctionStatement>(statement).temporary;
}
bool ReplacesKept(const Statement& statement) {
  return IsKept(statement) && As<CreateFunctionStatement>(statement).or_replace;
}
bool DropsFunction(const Statement& statement) {
  return !As<DropFunctionStatement>(statement).temporary;
}
bool ShowsOthersGrants(const Statement& statement) {
  const auto& show = As<ShowStatement>(statement);
  return show.what == ShowWhat::kGrants && (show.role || show.user || show.bucket);
}
bool ShowsHistoryOfTable(const Statement& statement) {
  const auto& show = As<ShowStatement>(statement);
  return show.what == ShowWhat::kHistory && show.table.has_value();
}
bool ShowsRecycleBin(const Statement& statement) {
  const auto& show = As<ShowStatement>(statement);
  return show.what == ShowWhat::kHistory && !show.table.has_value();
}
// The words of FS by what they need; an unknown one is refused by its handler.
template <const char*... options>
bool IsVolumeWord(const Statement& statement) {
  const auto& words = As<VolumeStatement>(statement).words;
  return !words.empty() && (EqualsIgnoreCase(words[0].text, options) || ...);
}
constexpr char kMkv[] = "-mkv";
constexpr char kMkp[] = "-mkp";
constexpr char kLs[] = "-ls";
constexpr char kMeta[] = "-meta";
constexpr char kGet[] = "-get";
constexpr char kPut[] = "-put";
constexpr char kRm[] = "-rm";
constexpr char kRmp[] = "-rmp";
constexpr char kRmv[] = "-rmv";
bool AddsOfVolume(const Statement& statement) {
  return As<AddResourceStatement>(statement).in_volume;
}
bool AddsTable(const Statement& statement) {
  return As<AddResourceStatement>(statement).type == ResourceType::kTable;
}
bool IsOfProject(const Statement& statement) { return !As<NamespaceStatement>(statement).schema; }
bool MakesSchema(const Statement& statement) {
  return !IsOfProject(statement) && !As<NamespaceStatement>(statement).drop;
}
bool DropsSchema(const Statement& statement) {
  return !IsOfProject(statement) && As<NamespaceStatement>(statement).drop;
}
bool IsObjectGrant(const Statement& statement) {
  return As<PrivilegeStatement>(statement).object.has_value();
}
bool IsRoleGrant(const Statement& statement) { return !IsObjectGrant(statement); }

const StatementRights kRows[] = {
    Needs<SelectStatement>("SELECT", kQuery),
    Needs<InsertStatement>("INSERT", kWrite),
    Needs<MultiInsertStatement>("FROM … INSERT", kWrite),
    Needs<LoadStatement>("LOAD", kWrite),
    Needs<UnloadStatement>("UNLOAD", kQuery),
    Needs<RowChangeStatement>("UPDATE, DELETE, MERGE", kChangeRows),
    Needs<SummarizeStatement>("SUMMARIZE", kQuery),
    Needs<CreateTableStatement>("CREATE TABLE", kMake),
    Needs<CreateTableStatement>("CREATE TABLE … AS", kQuery,
                                Is<CreateTableStatement, &CreateTableStatement::as_query>),
    Needs<CreateTableStatement>("CREATE TABLE … LIKE", kLike,
                                Is<CreateTableStatement, &CreateTableStatement::like>),
    Needs<CreateTableStatement>("CREATE OR REPLACE TABLE", kDrop,
                                Is<CreateTableStatement, &CreateTableStatement::or_replace>),
    Needs<CreateViewStatement>("CREATE VIEW", kMakeView),
    Needs<CreateViewStatement>("CREATE OR REPLACE VIEW", kAlter,
                               Is<CreateViewStatement, &CreateViewStatement::or_replace>),
    Needs<AlterViewStatement>("ALTER VIEW", kAlterView),
    Needs<DropViewStatement>("DROP VIEW", kDrop),
    Needs<AlterTableStatement>("ALTER TABLE", kAlter),
    Needs<TruncateTableStatement>("TRUNCATE TABLE", kAlter),
    Needs<RepairStatement>("MSCK REPAIR TABLE", kRepair),
    Needs<DropTableStatement>("DROP TABLE", kDrop),
    Needs<CloneTableStatement>("CLONE TABLE", kCopy),
    Needs<CloneTableStatement>(
        "CLONE TABLE … IF EXISTS OVERWRITE", kUpdate,
        IsOneOf<CloneTableStatement, &CloneTableStatement::if_exists, IfCloned::kOverwrite>),
    Needs<RestoreTableStatement>(
        "UNDROP TABLE", kMake,
        IsOneOf<RestoreTableStatement, &RestoreTableStatement::what, RestoreWhat::kUndrop>),
    Needs<RestoreTableStatement>(
        "RESTORE TABLE", kAlter,
        IsOneOf<RestoreTableStatement, &RestoreTableStatement::what, RestoreWhat::kPartition,
                RestoreWhat::kVersion, RestoreWhat::kLastWrite>),
    Needs<RestoreTableStatement>("RESTORE TABLE … AS", kCopy,
                                 Is<RestoreTableStatement, &RestoreTableStatement::new_name>),
    Needs<RestoreTableStatement>(
        "PURGE TABLE", kDrop,
        IsOneOf<RestoreTableStatement, &RestoreTableStatement::what, RestoreWhat::kPurge>),
    Needs<StreamStatement>(
        "CREATE STREAM", kCopy,
        IsOneOf<StreamStatement, &StreamStatement::action, StreamAction::kCreate>),
    Needs<StreamStatement>(
        "ALTER STREAM", kStreamAlter,
        IsOneOf<StreamStatement, &StreamStatement::action, StreamAction::kAlter>),
    Needs<StreamStatement>("DROP STREAM", kStreamDrop,
                           IsOneOf<StreamStatement, &StreamStatement::action, StreamAction::kDrop>),
    Needs<CreateSqlFunctionStatement>("CREATE SQL FUNCTION", kMakeFunction, IsCreation),
    Needs<CreateSqlFunctionStatement>("CREATE OR REPLACE SQL FUNCTION", kReplaceFunction,
                                      ReplacesFunction),
    Needs<CreateFunctionStatement>("CREATE FUNCTION", kMakeFunction, IsKept),
    Needs<CreateFunctionStatement>("CREATE OR REPLACE FUNCTION, CREATE FUNCTION … -f",
                                   kReplaceFunction, ReplacesKept),
    Needs<ReloadFunctionStatement>("RELOAD FUNCTION", kReplaceFunction),
    Needs<DropFunctionStatement>("DROP FUNCTION", kDropFunction, DropsFunction),
    Needs<NamespaceStatement>("CREATE PROJECT, DROP PROJECT", kOwn, IsOfProject),
    Needs<CollectLifecycleStatement>("PURGE LIFECYCLE", kOwn),
    Needs<NamespaceStatement>("CREATE SCHEMA", kMakeSchema, MakesSchema),
    Needs<NamespaceStatement>("DROP SCHEMA", kAdminister, DropsSchema),
    Needs<TransferStatement>("EXPORT … TO, IMPORT", kOwn),
    Needs<PaiStatement>("PAI", kPai),
    Show<ShowWhat::kTables, ShowWhat::kSchemas, ShowWhat::kExternalTables,
         ShowWhat::kMaterializedViews, ShowWhat::kViews, ShowWhat::kFunctions, ShowWhat::kResources,
         ShowWhat::kModels, ShowWhat::kOfflineModels, ShowWhat::kStreams, ShowWhat::kServices,
         ShowWhat::kBuckets, ShowWhat::kInstances, ShowWhat::kJobs, ShowWhat::kTop>(
        "SHOW of objects: TABLES, VIEWS, FUNCTIONS, RESOURCES, JOBS and their like; TOP", kList),
    Needs<ShowStatement>("SHOW RECYCLEBIN", kList, ShowsRecycleBin),
    Needs<ShowStatement>("SHOW HISTORY FOR TABLE", kHistory, ShowsHistoryOfTable),
    Show<ShowWhat::kPartitions, ShowWhat::kCreateTable, ShowWhat::kProperties, ShowWhat::kColumns,
         ShowWhat::kExport>("SHOW PARTITIONS, CREATE TABLE, COLUMNS; EXPORT TABLE", kDescribe),
    Show<ShowWhat::kRoles, ShowWhat::kUsers, ShowWhat::kAcl, ShowWhat::kPrincipals>(
        "SHOW ROLES, USERS, ACL, PRINCIPALS", kManage),
    Needs<ShowStatement>("SHOW GRANTS FOR", kManage, ShowsOthersGrants),
    Describe<DescribeWhat::kTable>("DESC table", kDescribe),
    Describe<DescribeWhat::kResource>("DESC RESOURCE", kReadResource),
    Describe<DescribeWhat::kFunction>("DESC FUNCTION", kReadFunction),
    Describe<DescribeWhat::kInstance>("DESC INSTANCE", kReadInstance),
    Describe<DescribeWhat::kProject>("DESC PROJECT", kReadProject),
    Describe<DescribeWhat::kModel, DescribeWhat::kOfflineModel>("DESC MODEL", kReadModel),
    Describe<DescribeWhat::kService, DescribeWhat::kSchema>("DESC SERVICE, DESC SCHEMA", kList),
    Describe<DescribeWhat::kStream>("DESC STREAM", kReadStream),
    Describe<DescribeWhat::kRole>("DESC ROLE", kManage),
    Needs<AddResourceStatement>("ADD FILE, PY, JAR, ARCHIVE, TABLE", kMakeResource),
    Needs<AddResourceStatement>("ADD … -f", kReplaceResource,
                                Is<AddResourceStatement, &AddResourceStatement::force>),
    Needs<AddResourceStatement>("ADD TABLE", kDescribe, AddsTable),
    Needs<AddResourceStatement>("ADD VOLUMEFILE, VOLUMEARCHIVE", kReadProject, AddsOfVolume),
    Needs<DropResourceStatement>("DROP RESOURCE", kDropResource),
    Needs<GetResourceStatement>("GET RESOURCE", kReadResource),
    Needs<ModelStatement>("CREATE MODEL", kMakeModel,
                          IsOneOf<ModelStatement, &ModelStatement::action, ModelAction::kCreate>),
    Needs<ModelStatement>("ALTER MODEL", kWriteModel,
                          IsOneOf<ModelStatement, &ModelStatement::action, ModelAction::kAddVersion,
                                  ModelAction::kDropVersion, ModelAction::kSetDefault>),
    Needs<ModelStatement>("READ OFFLINEMODEL", kReadModel,
                          IsOneOf<ModelStatement, &ModelStatement::action, ModelAction::kRead>),
    Needs<ModelStatement>("COPY OFFLINEMODEL", kCopyModel,
                          IsOneOf<ModelStatement, &ModelStatement::action, ModelAction::kCopy>),
    Needs<ModelStatement>("DROP MODEL", kDropModel,
                          IsOneOf<ModelStatement, &ModelStatement::action, ModelAction::kDrop>),
    Needs<TunnelStatement>("TUNNEL UPLOAD, TUNNEL DOWNLOAD", kTunnel),
    Needs<JobCommandStatement>("WAIT, STATUS, LOG", kReadInstance,
                               IsOneOf<JobCommandStatement, &JobCommandStatement::command,
                                       JobCommand::kWait, JobCommand::kStatus, JobCommand::kLog>),
    Needs<JobCommandStatement>("KILL, RERUN", kWriteInstance,
                               IsOneOf<JobCommandStatement, &JobCommandStatement::command,
                                       JobCommand::kKill, JobCommand::kRerun>),
    Needs<JobCommandStatement>(
        "RERUN", kInstance,
        IsOneOf<JobCommandStatement, &JobCommandStatement::command, JobCommand::kRerun>),
    Needs<PrivilegeStatement>("GRANT, REVOKE … ON", kManage, IsObjectGrant),
    Needs<PrivilegeStatement>("GRANT, REVOKE of roles", kManage, IsRoleGrant),
    Needs<UserStatement>("ADD USER, REMOVE USER, PURGE PRIVS", kManage),
    Needs<RoleStatement>("CREATE ROLE, DROP ROLE", kManage),
    Needs<PolicyStatement>("GET POLICY, PUT POLICY, DELETE POLICY", kAdminister),
    Needs<GrantStatement>("GRANT, REVOKE … ON BUCKET", kAdminister),
    Needs<BucketStatement>("CREATE BUCKET, DROP BUCKET", kAdminister),
    Needs<OssStatement>("OSS", kAdminister),
    Needs<VolumeStatement>("FS -mkv", kMakeVolume, IsVolumeWord<kMkv>),
    Needs<VolumeStatement>("FS -ls, FS -meta", kList, IsVolumeWord<kLs, kMeta>),
    Needs<VolumeStatement>("FS -get", kReadProject, IsVolumeWord<kGet>),
    Needs<VolumeStatement>("FS -mkp, FS -put, FS -rm, FS -rmp, FS -rmv", kWriteProject,
                           IsVolumeWord<kMkp, kPut, kRm, kRmp, kRmv>),
    Needs<ServiceStatement>("DEPLOY, ALTER SERVICE … USING MODEL", kReadModel,
                            Is<ServiceStatement, &ServiceStatement::model>),
    Needs<ServiceStatement>("DEPLOY, ALTER, DROP, START, STOP, RELEASE, SWITCH SERVICE",
                            kAdminister),
};

}  // namespace

std::span<const StatementRights> RightsTable() { return kRows; }

}  // namespace paisql::session
