#include "instances/admission/small_work.h"

#include "base/text.h"
#include "session/touched_tables.h"
#include "store/place.h"
#include "syntax/lexer/lexer.h"
#include "syntax/parser.h"
#include "syntax/statements/pai.h"

namespace paisql::instances {

namespace {

constexpr size_t kMostText = 64 * 1024;
constexpr int64_t kMostBytes = int64_t{16} << 20;
constexpr int64_t kUnknown = INT64_MAX / 2;

}  // namespace

bool SmallWork::Is(const Submission& asked) {
  if (asked.kind != "SQL" || asked.query.size() > kMostText) return false;
  const Result<bool> small = Looks(asked);
  return small.ok() && *small;
}

Result<bool> SmallWork::Looks(const Submission& asked) {
  int64_t bytes = 0;
  for (const syntax::StatementText& statement : syntax::SplitStatements(asked.query)) {
    if (statement.kind == syntax::StatementText::Kind::kScript) return false;
    PAISQL_ASSIGN(const syntax::StatementPtr parsed, syntax::ParseStatement(statement.text));
    if (syntax::If<syntax::PaiStatement>(*parsed) != nullptr) return false;
    for (const std::string& table : session::FindTouchedTables(*parsed).reads) {
      PAISQL_ASSIGN(const int64_t read, BytesOf(table, asked));
      bytes += read;
      if (bytes > kMostBytes) return false;
    }
  }
  return true;
}

Result<int64_t> SmallWork::BytesOf(const std::string& table, const Submission& asked) {
  const std::lock_guard lock(mutex_);
  if (catalog_ == nullptr) {
    PAISQL_ASSIGN(const store::Home home, store::Home::Open(home_path_));
    PAISQL_ASSIGN(catalog_, store::Catalog::Open(home));
  }
  const size_t dot = table.rfind('.');
  const std::string place = dot == std::string::npos ? asked.project : table.substr(0, dot);
  const std::string name = dot == std::string::npos ? table : table.substr(dot + 1);
  PAISQL_ASSIGN(const std::optional<store::Table> found, catalog_->FindTable(place, name));
  if (!found.has_value() || found->kind != store::TableKind::kTable) return kUnknown;
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog_->TableSize(found->id));
  return size.bytes;
}

}  // namespace paisql::instances
