#include "fuzz/catalog.h"

#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "analysis/analyzer.h"
#include "base/assert.h"
#include "syntax/parser.h"
#include "syntax/statements/tables.h"

namespace paisql::fuzz {
namespace {

// Short names: what a mutation has to hit.
constexpr const char* kStatements[] = {
    "CREATE TABLE t (a BIGINT, b STRING, c DOUBLE, d DATETIME, e BOOLEAN, f DECIMAL(20,4))",
    "CREATE TABLE u (a BIGINT, b STRING NOT NULL, x INT DEFAULT 7)",
    "CREATE TABLE types (ti TINYINT, si SMALLINT, i INT, bi BIGINT, fl FLOAT, db DOUBLE, "
    "de DECIMAL(38,18), st STRING, vc VARCHAR(10), ch CHAR(5), bn BINARY, dt DATE, dm DATETIME, "
    "ts TIMESTAMP, tn TIMESTAMP_NTZ, bo BOOLEAN, js JSON, ar ARRAY<STRING>, "
    "mp MAP<STRING,BIGINT>, sr STRUCT<x:INT, y:STRUCT<z:ARRAY<DOUBLE>>>)",
    "CREATE TABLE p (a BIGINT, b STRING) PARTITIONED BY (ds STRING)",
    "CREATE TABLE q (a BIGINT, b STRING) PARTITIONED BY (ds STRING, hr BIGINT)",
    "CREATE VIEW v AS SELECT a, b, c FROM t WHERE e",
    "CREATE VIEW w (k, n) AS SELECT b, count(*) FROM (SELECT * FROM v) z GROUP BY b",
    "CREATE VIEW pv AS SELECT * FROM p",
};

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "paisql-fuzz-XXXXXX").string();
    PAISQL_ASSERT(mkdtemp(name.data()) != nullptr, "no scratch folder");
    folder_ = name;
    Result<store::Home> home = store::Home::Open(folder_);
    PAISQL_ASSERT(home.ok(), "no home");
    Result<std::unique_ptr<store::Catalog>> catalog = store::Catalog::Open(*home);
    PAISQL_ASSERT(catalog.ok(), "no catalog");
    catalog_ = std::move(catalog).value();
    PAISQL_ASSERT(catalog_->EnsureProject("demo").ok(), "no project");
    for (const char* statement : kStatements) PAISQL_ASSERT(Make(statement).ok(), statement);
  }
  ~Scratch() {
    catalog_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  store::Catalog& catalog() { return *catalog_; }

 private:
  Status Make(const std::string& text) {
    analysis::AnalysisContext context;
    context.names = names::Names(*catalog_, "demo");
    context.allow_full_scan = true;
    PAISQL_ASSIGN(const syntax::StatementPtr statement, syntax::ParseStatement(text));
    if (const auto* const view = syntax::If<syntax::CreateViewStatement>(*statement)) {
      PAISQL_ASSIGN(const analysis::CreateViewPlan plan,
                    analysis::AnalyzeCreateView(*view, text, context));
      PAISQL_TRY(catalog_->CreateTable(plan.view));
      return Status::Ok();
    }
    PAISQL_ASSIGN(const analysis::CreateTablePlan plan,
                  analysis::AnalyzeCreateTable(syntax::As<syntax::CreateTableStatement>(*statement),
                                               context));
    PAISQL_TRY(catalog_->CreateTable(plan.write.target.table));
    return Status::Ok();
  }

  std::string folder_;
  std::unique_ptr<store::Catalog> catalog_;
};

}  // namespace

store::Catalog& FixedCatalog() {
  static Scratch scratch;
  return scratch.catalog();
}

}  // namespace paisql::fuzz
