#include "session/unknowns.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/text.h"
#include "names/names.h"
#include "pai/named_tables.h"
#include "session/data_flow.h"
#include "session/output.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/namespaces.h"
#include "syntax/statements/pai.h"
#include "syntax/statements/services.h"
#include "syntax/statements/storage.h"
#include "syntax/statements/streams.h"
#include "syntax/statements/tables.h"

namespace paisql::session {

namespace {

// Whether it may write files of the user, or make folders and buckets for them.
bool MayWriteFiles(const syntax::Statement& statement) {
  using namespace syntax;  // NOLINT(google-build-using-namespace): its statements
  const auto* const transfer = If<TransferStatement>(statement);
  if (transfer != nullptr) return !transfer->import;
  return IsA<GetResourceStatement, TunnelStatement, PaiStatement, JobCommandStatement, OssStatement,
             VolumeStatement, BucketStatement>(statement);
}

}  // namespace

void Unknowns::NoteTable(const syntax::QualifiedName& name, const names::Names& names) {
  std::vector<std::string> qualifiers;
  for (size_t i = 0; i + 1 < name.parts.size(); ++i) qualifiers.push_back(name.parts[i].text);
  tables_.insert(names::AboutTable(names.PlaceOf(qualifiers), name.parts.back().text).name);
}

void Unknowns::NoteMadeTable(std::string_view name, const names::Names& names) {
  std::vector<std::string> parts = Split(name, '.');
  const std::string table = parts.back();
  parts.pop_back();
  made_tables_.insert(names::AboutTable(names.PlaceOf(parts), table).name);
}

bool Unknowns::Excuses(const Error& error) const {
  if (error.code == ErrorCode::kJobNotFound) return jobs_;
  if (error.code == ErrorCode::kIo || error.code == ErrorCode::kFileOperation) return files_;
  if (error.code == ErrorCode::kProjectNotFound || error.code == ErrorCode::kTableExists) {
    return other_code_;
  }
  if (error.code == ErrorCode::kResourceNotFound) return resources_ || services_;
  if (error.code == ErrorCode::kModelNotFound) return files_ || models_;
  if (error.about.kind == ErrorSubject::Kind::kTable) {
    return any_table_ || made_tables_.contains(error.about.name);
  }
  if (error.about.kind == ErrorSubject::Kind::kPartitionedRows) return rows_;
  return error.code == ErrorCode::kPartitionNotFound && partitions_;
}

void Unknowns::NoteOtherCode() {
  other_code_ = files_ = resources_ = models_ = services_ = jobs_ = any_table_ = true;
  partitions_ = rows_ = true;
}

void Unknowns::NoteStatement(const syntax::Statement& statement) {
  files_ = files_ || MayWriteFiles(statement);
  any_table_ = any_table_ || syntax::IsA<syntax::JobCommandStatement>(statement);
  jobs_ = jobs_ || syntax::IsA<syntax::PaiStatement>(statement);
}

namespace {

// An error and those beside it, in one list.
std::vector<Error> Flat(Error error) {
  std::vector<Error> errors = std::move(error.others);
  error.others.clear();
  errors.insert(errors.begin(), std::move(error));
  return errors;
}

// The list as one error, whose first is the first of the list; ok for an empty one.
Status Joined(std::vector<Error> errors) {
  if (errors.empty()) return Status::Ok();
  Error first = std::move(errors.front());
  first.others.assign(std::make_move_iterator(errors.begin() + 1),
                      std::make_move_iterator(errors.end()));
  return first;
}

bool MayMakeTables(std::string_view statement) {
  constexpr std::string_view kWords[] = {"CREATE", "ALTER", "PAI", "TUNNEL"};
  const std::string_view text = Trim(statement);
  return std::ranges::any_of(kWords, [&](std::string_view word) {
    return EqualsIgnoreCase(text.substr(0, word.size()), word);
  });
}

}  // namespace

Status Unknowns::ExcuseVariables(Error error, std::string_view statement) {
  std::vector<Error> kept;
  for (Error& one : Flat(std::move(error))) {
    if (variables_.insert(one.detail).second) kept.push_back(std::move(one));
  }
  any_table_ = any_table_ || MayMakeTables(statement);
  rows_ = partitions_ = true;
  return Joined(std::move(kept));
}

namespace {

// "project.table" of a name as a PAI statement writes it.
std::string QualifiedName(std::string_view written, const names::Names& names) {
  std::vector<std::string> parts = Split(written, '.');
  const std::string table = parts.back();
  parts.pop_back();
  return names.PlaceOf(parts) + "." + table;
}

// What a PAI statement reads and writes as far as its text alone says it.
void TellNamedTables(const syntax::PaiStatement& statement, const names::Names& names,
                     Output& out) {
  if (!out.WantsFlow()) return;
  const pai::NamedTables named = pai::FindNamedTables(statement);
  DataFlow flow;
  flow.action = "PAI";
  if (statement.name.has_value()) flow.action += " " + statement.name->text;
  for (const std::string& table : named.reads) {
    flow.reads.push_back({QualifiedName(table, names), ""});
  }
  for (const std::string& table : named.writes) {
    flow.writes.push_back({QualifiedName(table, names), ""});
  }
  out.Flow(flow);
}

}  // namespace

Status Unknowns::Excuse(Error error, const syntax::Statement& statement, const names::Names& names,
                        Output& out) {
  std::vector<Error> kept;
  for (Error& one : Flat(std::move(error))) {
    if (Excuses(one)) {
      out.TellUnknown(one.range, one.detail + ": only running the statements before can tell");
    } else if (one.about.kind == ErrorSubject::Kind::kTable && tables_.contains(one.about.name)) {
      out.TellUnknown(one.range, one.detail + ": the statement that makes it has errors");
    } else {
      kept.push_back(std::move(one));
    }
  }
  if (kept.empty()) {
    // It will run, and what it does is not known now.
    rows_ = partitions_ = true;
    resources_ = resources_ || syntax::IsA<syntax::AddResourceStatement>(statement);
    models_ = models_ || syntax::IsA<syntax::ModelStatement>(statement);
    services_ = services_ || syntax::IsA<syntax::ServiceStatement>(statement);
  }
  if (const auto* const table = syntax::If<syntax::CreateTableStatement>(statement)) {
    NoteTable(table->table, names);
  } else if (const auto* const view = syntax::If<syntax::CreateViewStatement>(statement)) {
    NoteTable(view->view, names);
  } else if (const auto* const stream = syntax::If<syntax::StreamStatement>(statement)) {
    NoteTable(stream->stream, names);
  }
  if (const auto* const pai = syntax::If<syntax::PaiStatement>(statement)) {
    for (const std::string& table : pai::FindNamedTables(*pai).writes) NoteMadeTable(table, names);
    if (kept.empty()) TellNamedTables(*pai, names, out);
  }
  return Joined(std::move(kept));
}

}  // namespace paisql::session
