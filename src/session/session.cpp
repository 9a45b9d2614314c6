#include "session/session.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <typeinfo>
#include <utility>

#include "access/principal.h"
#include "base/secrets/redact.h"
#include "base/system/destroy_later.h"
#include "base/system/refusals.h"
#include "base/text.h"
#include "session/help/topics.h"
#include "session/masked_sink.h"
#include "session/sink.h"
#include "session/state.h"
#include "session/statement_rights.h"
#include "session/statements/access/handlers.h"
#include "session/statements/catalog/handlers.h"
#include "session/statements/dispatch.h"
#include "session/statements/jobs/handlers.h"
#include "session/statements/models/handlers.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/scripts/handlers.h"
#include "session/statements/services/handlers.h"
#include "session/statements/settings/handlers.h"
#include "session/statements/show/handlers.h"
#include "session/statements/storage/handlers.h"
#include "session/statements/tunnel/tunnel.h"
#include "session/substitute.h"
#include "store/upkeep/temporary.h"
#include "syntax/dialect/dialect.h"
#include "syntax/parser.h"
#include "syntax/statements/functions.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/streams.h"

namespace paisql::session {

namespace {

// A handler with the statement's own type, as a function over all statements.
template <typename T, Status (*handler)(const T&, Run&)>
Status Call(const syntax::Statement& statement, Run& run) {
  return handler(syntax::As<T>(statement), run);
}

Status RunEmpty(const syntax::Statement&, Run&) { return Status::Ok(); }

Status RunQuit(const syntax::Statement&, Run& run) {
  run.outcome.quit = true;
  return Status::Ok();
}

struct Dispatch {
  const std::type_info& type;
  Status (*handler)(const syntax::Statement&, Run&);
  bool replaces_files = false;  // a sweep afterwards may find files that nobody needs
};

template <typename T, Status (*handler)(const T&, Run&)>
constexpr Dispatch Row(bool replaces_files = false) {
  return {typeid(T), Call<T, handler>, replaces_files};
}

Status RunAnyExplain(const syntax::ExplainStatement& statement, Run& run) {
  const auto* const pai = syntax::If<syntax::PaiStatement>(*statement.statement);
  return pai == nullptr ? RunExplain(statement, run) : ExplainPai(*pai, run);
}

constexpr Dispatch kDispatch[] = {
    {typeid(syntax::EmptyStatement), RunEmpty},
    Row<syntax::SelectStatement, RunSelect>(),
    Row<syntax::InsertStatement, RunInsert>(),
    Row<syntax::MultiInsertStatement, RunMultiInsert>(),
    Row<syntax::LoadStatement, RunLoad>(),
    Row<syntax::UnloadStatement, RunUnload>(),
    Row<syntax::RepairStatement, RunRepair>(),
    Row<syntax::CreateTableStatement, RunCreateTable>(true),
    Row<syntax::DropTableStatement, RunDropTable>(true),
    Row<syntax::DropVariablesStatement, RunDropVariables>(),
    Row<syntax::RestoreTableStatement, RunRestoreTable>(true),
    Row<syntax::TruncateTableStatement, RunTruncateTable>(true),
    Row<syntax::CollectLifecycleStatement, RunCollectLifecycle>(true),
    Row<syntax::CloneTableStatement, RunCloneTable>(true),
    Row<syntax::AlterTableStatement, RunAlterTable>(true),
    Row<syntax::CreateViewStatement, RunCreateView>(),
    Row<syntax::AlterViewStatement, RunAlterView>(),
    Row<syntax::DropViewStatement, RunDropView>(),
    Row<syntax::CreateFunctionStatement, RunCreateFunction>(),
    Row<syntax::ReloadFunctionStatement, RunReloadFunction>(),
    Row<syntax::CreateSqlFunctionStatement, RunCreateSqlFunction>(),
    Row<syntax::DropFunctionStatement, RunDropFunction>(),
    Row<syntax::StreamStatement, RunStream>(),
    Row<syntax::NamespaceStatement, RunNamespace>(true),
    Row<syntax::TransferStatement, RunTransfer>(),
    Row<syntax::RowChangeStatement, RunRowChange>(),
    Row<syntax::ExplainStatement, RunAnyExplain>(),
    Row<syntax::SummarizeStatement, RunSummarize>(),
    Row<syntax::SetStatement, RunSet>(),
    Row<syntax::UnsetStatement, RunUnset>(),
    Row<syntax::VariableStatement, RunVariable>(),
    Row<syntax::AliasStatement, RunAlias>(),
    Row<syntax::ShowStatement, RunShow>(),
    Row<syntax::DescribeStatement, RunDescribe>(),
    Row<syntax::UseStatement, RunUse>(),
    Row<syntax::AddResourceStatement, RunAddResource>(true),
    Row<syntax::DropResourceStatement, RunDropResource>(true),
    Row<syntax::GetResourceStatement, RunGetResource>(),
    Row<syntax::BucketStatement, RunBucket>(),
    Row<syntax::RoleStatement, RunRole>(),
    Row<syntax::ModelStatement, RunModel>(true),
    Row<syntax::ServiceStatement, RunService>(),
    Row<syntax::GrantStatement, RunGrant>(),
    Row<syntax::UserStatement, RunUser>(),
    Row<syntax::PrivilegeStatement, RunPrivilege>(),
    Row<syntax::PolicyStatement, RunPolicy>(),
    Row<syntax::OssStatement, RunOss>(),
    Row<syntax::VolumeStatement, RunVolume>(),
    Row<syntax::TunnelStatement, RunTunnel>(),
    Row<syntax::JobCommandStatement, RunJobCommand>(),
    Row<syntax::HelpStatement, RunHelp>(),
    {typeid(syntax::QuitStatement), RunQuit},
    Row<syntax::PaiStatement, RunPai>(),
    Row<syntax::NoEffectStatement, RunNoEffect>(),
};

const Dispatch& FindDispatch(const syntax::Statement& statement) {
  for (const Dispatch& dispatch : kDispatch) {
    if (dispatch.type == typeid(statement)) return dispatch;
  }
  PAISQL_UNREACHABLE("a kind of statement without a handler");
}

// Words with which statements begin that most probably read or write rows.
constexpr std::string_view kEngineWords[] = {"SELECT", "WITH", "INSERT", "FROM", "SUMMARIZE"};

bool NeedsEngine(std::string_view text) {
  return std::any_of(std::begin(kEngineWords), std::end(kEngineWords), [&](std::string_view word) {
    return text.size() > word.size() && EqualsIgnoreCase(text.substr(0, word.size()), word) &&
           std::isspace(static_cast<unsigned char>(text[word.size()])) != 0;
  });
}

// Statements that change nothing before they ask for the engine, or for a place to write.
bool AsksForEngine(const syntax::Statement& statement) {
  using namespace syntax;  // NOLINT(google-build-using-namespace): its statements
  return IsA<SelectStatement, InsertStatement, MultiInsertStatement, ExplainStatement>(statement);
}

// A statement is running as long as this lives.
class Running {
 public:
  explicit Running(State& state) : state_(state) { state_.BeginStatement(); }
  ~Running() { state_.EndStatement(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  State& state_;
};

// The code of a script is there as long as this lives.
class ScriptCodes {
 public:
  ScriptCodes(const syntax::Script& script, State& state) : state_(state) {
    if (!script.codes.empty()) state_.script_codes = &script.codes;
  }
  ~ScriptCodes() { state_.script_codes = nullptr; }
  ScriptCodes(const ScriptCodes&) = delete;
  ScriptCodes& operator=(const ScriptCodes&) = delete;

 private:
  State& state_;
};

// The whole name of the session's user, "" for the owner of the home.
Result<std::string> FindUser(const SessionOptions& options,
                             const std::optional<store::Project>& project,
                             store::Catalog& catalog) {
  if (!project.has_value()) {
    return Error{ErrorCode::kProjectNotFound,
                 "project " + options.project + " does not exist",
                 {},
                 "only its owner makes a project: leave --user out once"};
  }
  // Who owns the home has the name of a user of this machine.
  if (EqualsIgnoreCase(options.user, project->owner) &&
      project->owner.find('$') == std::string::npos) {
    return std::string();
  }
  PAISQL_ASSIGN(std::string user, access::ReadUser(options.user, AccountOf(*project)));
  PAISQL_TRY(Permissions(catalog, user).RequireUser(project->name, {}));
  return user;
}

// Whether the answer is a plan, in which the literals of the statement stand.
bool ShowsPlan(std::string_view text) {
  constexpr std::string_view kWord = "EXPLAIN";
  return EqualsIgnoreCase(text.substr(0, kWord.size()), kWord);
}

}  // namespace

Status RunStatement(const syntax::Statement& statement, session::Run& run) {
  PAISQL_TRY(CheckRights(statement, run));
  return FindDispatch(statement).handler(statement, run);
}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::Open(SessionOptions options) {
  auto context = std::make_shared<HomeContext>(options);
  return Open(std::move(context), std::move(options));
}

Result<std::unique_ptr<Session>> Session::Open(std::shared_ptr<HomeContext> context,
                                               SessionOptions options) {
  static_cast<HomeOptions&>(options) = context->options();
  std::unique_ptr<store::Catalog> catalog;
  if (options.check_only) {
    PAISQL_ASSIGN(catalog, store::Catalog::OpenCopy(options.home_path));
  } else {
    PAISQL_ASSIGN(const store::Home home, store::Home::Open(options.home_path));
    PAISQL_ASSIGN(catalog, store::Catalog::Open(home));
    // What stays is found again at the next opening.
    if (home.writable()) (void)store::DropLeftTemporarySchemas(*catalog);
  }
  PAISQL_ASSIGN(const std::optional<store::Project> project, catalog->FindProject(options.project));
  if (!options.user.empty()) {
    PAISQL_ASSIGN(options.user, FindUser(options, project, *catalog));
    catalog->ActAs(options.user);
  }
  const bool limited = !options.user.empty() || options.allowed != nullptr;
  if (options.remote && limited) options.settings.emplace_back("paisql.job.confine", "true");
  if (project.has_value()) {
    options.project = project->name;
  } else if (options.project.find('.') != std::string::npos) {
    return Error{ErrorCode::kProjectNotFound,
                 "schema " + options.project + " does not exist",
                 {},
                 "SHOW SCHEMAS IN p; lists those of a project, CREATE SCHEMA p.s makes one"};
  } else {
    PAISQL_TRY(catalog->EnsureProject(options.project));
  }
  return std::make_unique<Session>(
      std::make_unique<State>(std::move(context), std::move(options), std::move(catalog)));
}

void Session::Expect(const std::vector<syntax::StatementText>& statements, bool all) {
  // A text that cannot be substituted yet is taken as it stands: this only starts work early.
  std::vector<syntax::StatementText> expected = statements;
  for (syntax::StatementText& statement : expected) {
    if (!variables::MayHoldVariables(statement.text)) continue;
    Result<variables::Substituted> made = SubstituteVariables(statement.text, *state_);
    if (made.ok()) statement.text = std::move(made->text);
  }
  state_->upcoming().Expect(expected, all);
}

Result<Outcome> Session::Execute(const syntax::StatementText& statement, Sink& sink,
                                 const Prepared& prepared) {
  return Guarded([&] {
    Result<Outcome> outcome = Run(statement, sink, prepared);
    state_->ShowPrinted(sink);
    std::vector<TableRead> reads = state_->TakeReads();
    if (outcome.ok()) outcome->reads = std::move(reads);
    return outcome;
  });
}

Result<Outcome> Session::Overview(std::string_view name, bool samples, Sink& sink) {
  return Guarded([&]() -> Result<Outcome> {
    const std::string text = "DESC " + std::string(name);
    PAISQL_ASSIGN(const syntax::StatementPtr parsed,
                  syntax::ParseStatement(text, &state_->leash()));
    session::Run run{*state_, sink, sink, text, {}, nullptr};
    PAISQL_TRY(ShowOverview(*parsed, samples, run));
    return run.outcome;
  });
}

Result<Outcome> Session::Guarded(const std::function<Result<Outcome>()>& statement) {
  // From here an interruption counts for this statement, its parsing included.
  const Running running(*state_);
  PAISQL_TRY(state_->UseWarehouse());
  return CatchRefusals(statement);
}

Result<Outcome> Session::Run(const syntax::StatementText& statement, Sink& sink,
                             const Prepared& prepared) {
  // Whoever is told of an interrupt before the statement is running says so here.
  if (prepared.stopped != nullptr && *prepared.stopped) state_->Interrupt();
  PAISQL_TRY(state_->CheckInterrupted());
  const auto run = [&](const std::string& text, const std::string& kept,
                       const syntax::Statement* parsed, Sink& into) -> Result<Outcome> {
    const bool is_script = statement.kind == syntax::StatementText::Kind::kScript;
    Result<Outcome> outcome =
        is_script ? RunScriptText(text, kept, into) : RunText(text, kept, parsed, into);
    if (outcome.ok()) return outcome;
    Error error = std::move(outcome).error();
    syntax::AddDialectHints(text, error);
    return error;
  };
  if (statement.ending.find('>') != std::string::npos) state_->unknowns().NoteFiles();
  if (!variables::MayHoldVariables(statement.text)) {
    return run(statement.text, "", prepared.parsed, sink);
  }
  const bool script = statement.kind == syntax::StatementText::Kind::kScript;
  Result<variables::Substituted> substituted = SubstituteVariables(statement.text, *state_, script);
  if (!substituted.ok() && state_->checking()) {
    PAISQL_TRY(state_->unknowns().ExcuseVariables(std::move(substituted).error(), statement.text));
    return Outcome{};
  }
  PAISQL_ASSIGN(const variables::Substituted made, std::move(substituted));
  for (const variables::Note& note : made.notes) {
    sink.Warning(note.range, made.secrets.Mask(note.text));
  }
  MaskedSink masked(sink, made, ShowsPlan(made.text));
  Result<Outcome> outcome = run(made.text, made.kept, nullptr, masked);
  if (outcome.ok()) {
    outcome->declined = made.secrets.Mask(outcome->declined);
    return outcome;
  }
  return made.secrets.Mask(made.places.ToUser(std::move(outcome).error()));
}

Result<Outcome> Session::RunText(const std::string& text, const std::string& kept,
                                 const syntax::Statement* parsed, Sink& sink) {
  if (NeedsEngine(text)) state_->StartEngine();
  syntax::StatementPtr own;
  if (parsed == nullptr) {
    PAISQL_ASSIGN(own, syntax::ParseStatement(text, &state_->leash()));
    parsed = own.get();
  }
  if (state_->interrupted()) DestroyLater(std::move(own));
  PAISQL_TRY(state_->CheckInterrupted());
  if (!AsksForEngine(*parsed)) state_->BeginWork();
  state_->upcoming().Begin(*parsed, *state_);
  session::Run run{*state_, sink, sink, text, {}, nullptr, kept};
  for (const syntax::StatementNote& note : parsed->notes) {
    if (state_->SayOnce(note.text)) sink.Warn(note.range, note.text);
  }
  state_->catalog().KeepRemovedFor(state_->RetentionMs());
  const Dispatch& dispatch = FindDispatch(*parsed);
  Status status = CheckRights(*parsed, run);
  if (status.ok()) status = dispatch.handler(*parsed, run);
  if (!status.ok() && state_->checking()) {
    status = state_->unknowns().Excuse(std::move(status).error(), *parsed, state_->Names(), sink);
  }
  if (state_->checking()) state_->unknowns().NoteStatement(*parsed);
  state_->upcoming().End(*state_);
  if (state_->interrupted()) DestroyLater(std::move(own));
  if (!status.ok() && !run.outcome.declined.empty()) return run.outcome;
  // A disk without space is the last moment for what is kept of the past.
  const bool environment = !status.ok() && status.error().code == ErrorCode::kEnvironment;
  if (environment && !state_->checking()) state_->SweepReplaced();
  PAISQL_TRY(status);
  if (dispatch.replaces_files) state_->SweepReplaced();
  return run.outcome;
}

Result<Outcome> Session::RunScriptText(const std::string& text, const std::string& kept,
                                       Sink& sink) {
  state_->StartEngine();
  PAISQL_ASSIGN(syntax::Script parsed, syntax::ParseScript(text, &state_->leash()));
  PAISQL_TRY(state_->CheckInterrupted());
  if (parsed.steps.empty()) return Outcome{};
  const auto script = std::make_shared<const syntax::Script>(std::move(parsed));
  const ScriptCodes codes(*script, *state_);
  if (script->steps.size() == 1 && script->steps.front()->kind == syntax::StepKind::kStatement) {
    const auto& only = syntax::As<syntax::StatementStep>(*script->steps.front());
    return RunText(text, kept, only.statement.get(), sink);
  }
  session::Run run{*state_, sink, sink, text, {}, nullptr, kept};
  state_->catalog().KeepRemovedFor(state_->RetentionMs());
  Status status = RunScript(script, run);
  if (!status.ok() && state_->checking()) {
    status = state_->unknowns().Excuse(std::move(status).error(), syntax::EmptyStatement(),
                                       state_->Names(), sink);
  }
  if (!status.ok() && !run.outcome.declined.empty()) return run.outcome;
  const bool environment = !status.ok() && status.error().code == ErrorCode::kEnvironment;
  if (environment && !state_->checking()) state_->SweepReplaced();
  PAISQL_TRY(status);
  state_->SweepReplaced();
  return run.outcome;
}

bool Session::Interrupt() { return state_->Interrupt(); }

std::optional<StatementProgress> Session::Progress() { return state_->Progress(); }

std::vector<std::string> Session::TakeJobNews() { return state_->job_news().Take(*state_); }

bool Session::interrupted() const { return state_->interrupted(); }

bool Session::only_reads_text() const { return state_->only_reads_text(); }

std::string Session::project() const { return state_->Place(); }

std::string Session::TemporaryPlace() const { return state_->Names().TemporaryPlace(); }

void Session::NoteOtherCode() { state_->unknowns().NoteOtherCode(); }

Result<variables::Substituted> Session::Substitute(const std::string& text) {
  return SubstituteVariables(text, *state_);
}

std::vector<std::pair<std::string, std::string>> Session::Variables() const {
  std::vector<std::pair<std::string, std::string>> known;
  for (const auto& [name, variable] : state_->Variables().all())
    known.emplace_back(name, RedactValue(name, variable.value));
  return known;
}

std::vector<std::pair<std::string, std::string>> Session::ScriptVariables() const {
  std::vector<std::pair<std::string, std::string>> known;
  if (state_->script_variables == nullptr) return known;
  for (const auto& [key, variable] : *state_->script_variables) {
    if (variable->definition != nullptr) continue;
    known.emplace_back(variable->name, variable->value ? "a value" : "rows");
  }
  return known;
}

std::string Session::Setting(std::string_view name) const { return state_->settings().Get(name); }

messages::Language Session::Language() const { return state_->Language(); }

std::string Session::ResolvePath(std::string_view path) const { return state_->ResolvePath(path); }

void Session::SetScriptFolder(std::string folder) { state_->script_folder = std::move(folder); }

}  // namespace paisql::session
