#include "session/unknowns.h"

#include <vector>

#include "names/names.h"

namespace paisql::session {

void Unknowns::NoteTable(const syntax::QualifiedName& name, const std::string& project) {
  const std::string& owner = name.parts.size() > 1 ? name.parts.front().text : project;
  tables_.insert(names::AboutTable(owner, name.parts.back().text).name);
}

bool Unknowns::Excuses(const Error& error) const {
  if (error.code != ErrorCode::kPartitionNotFound) return false;
  return error.about.kind == ErrorSubject::Kind::kPartitionedRows ? rows_ : partitions_;
}

Status Unknowns::Excuse(Error error, const syntax::Statement& statement, const std::string& project,
                        Sink& sink) {
  std::vector<Error> errors = std::move(error.others);
  error.others.clear();
  errors.insert(errors.begin(), std::move(error));
  std::vector<Error> kept;
  for (Error& one : errors) {
    if (Excuses(one)) {
      sink.Warn(one.range, one.detail + ": only running the statements before can tell");
    } else if (one.about.kind == ErrorSubject::Kind::kTable && tables_.contains(one.about.name)) {
      sink.Warn(one.range, one.detail + ": the statement that makes it has errors");
    } else {
      kept.push_back(std::move(one));
    }
  }
  switch (statement.kind) {
    case syntax::StatementKind::kCreateTable:
      NoteTable(syntax::As<syntax::CreateTableStatement>(statement).table, project);
      break;
    case syntax::StatementKind::kCreateView:
      NoteTable(syntax::As<syntax::CreateViewStatement>(statement).view, project);
      break;
    default:
      break;
  }
  if (kept.empty()) return Status::Ok();
  Error first = std::move(kept.front());
  first.others.assign(std::make_move_iterator(kept.begin() + 1),
                      std::make_move_iterator(kept.end()));
  return first;
}

}  // namespace paisql::session
