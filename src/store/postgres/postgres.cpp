#include "store/postgres/postgres.h"

#include <array>
#include <charconv>
#include <thread>
#include <utility>

#include "base/assert.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"
#include "store/postgres/postgres_errors.h"
#include "store/postgres/result_values.h"

namespace paisql::store {
namespace {

// The lock of writers: one number for the catalog's table, of which a database may have several in
// several schemas. A catalog that is only being made has the number without one.
constexpr const char* kLockWriters =
    "SELECT pg_advisory_xact_lock((1346455891::bigint << 32) | coalesce("
    "to_regclass(quote_ident(current_schema()) || '.counters')::oid::bigint, 0)), "
    "pg_current_xact_id()";
constexpr std::string_view kNoSuchTransaction = "22023";  // "is in the future"
constexpr auto kFatePause = std::chrono::milliseconds(100);

class PostgresLink;

class PostgresStatement final : public PreparedStatement {
 public:
  PostgresStatement(PostgresLink* link, std::string_view text)
      : link_(link), text_(text), sql_(PostgresQuery(text)) {}

  std::string_view text() const override { return text_; }
  void Reset() override {
    rows_.reset();
    values_.clear();
    has_nul_ = false;
  }

  void BindInt(int index, const std::optional<int64_t>& value) override {
    PostgresValue& one = At(index, kPostgresInt8);
    one.is_null = !value.has_value();
    if (value.has_value()) one.text = std::to_string(*value);
  }
  void BindDouble(int index, const std::optional<double>& value) override;
  void BindText(int index, std::string_view value) override {
    At(index, 0).text = value;
    has_nul_ = has_nul_ || value.find('\0') != value.npos;
  }
  void BindBlob(int index, std::string_view value) override {
    PostgresValue& one = At(index, kPostgresBytes);
    one.is_binary = true;
    one.text = value;
  }

  Result<bool> Step() override;
  Status RunSoon() override;

  int64_t Int(int column) const override { return PostgresInt(Type(column), Value(column)); }
  double Double(int column) const override { return PostgresDouble(Type(column), Value(column)); }
  std::string Text(int column) const override {
    return IsNull(column) ? "" : PostgresText(Type(column), Value(column));
  }
  std::string Bytes(int column) const override { return std::string(Value(column)); }
  bool IsNull(int column) const override {
    return libpq()->PQgetisnull(rows_.get(), row_, column) != 0;
  }
  bool IsText(int column) const override {
    return !IsNull(column) && Type(column) != kPostgresInt8 && Type(column) != kPostgresDouble &&
           Type(column) != kPostgresBytes;
  }

 private:
  PostgresValue& At(int index, Oid type) {
    if (values_.size() < static_cast<size_t>(index)) values_.resize(static_cast<size_t>(index));
    PostgresValue& one = values_[static_cast<size_t>(index) - 1];
    one.type = type;
    return one;
  }
  Status CheckTexts() const;
  const Libpq* libpq() const { return rows_.get_deleter().libpq; }
  Oid Type(int column) const { return libpq()->PQftype(rows_.get(), column); }
  std::string_view Value(int column) const {
    return {libpq()->PQgetvalue(rows_.get(), row_, column),
            static_cast<size_t>(libpq()->PQgetlength(rows_.get(), row_, column))};
  }

  PostgresLink* link_;
  std::string text_;
  std::string sql_;
  PostgresValues values_;
  ResultHandle rows_;
  int row_ = 0;
  bool has_nul_ = false;
};

class PostgresLink final : public DatabaseLink {
 public:
  PostgresLink(std::string address, int busy_timeout_ms,
               std::unique_ptr<PostgresConnection> connection)
      : address_(std::move(address)),
        busy_timeout_ms_(busy_timeout_ms),
        connection_(std::move(connection)) {}

  Result<ResultHandle> Ask(const std::string& sql, const PostgresValues& values);
  Status AskSoon(const std::string& sql, const PostgresValues& values) {
    PAISQL_TRY(BeAlive());
    if (in_transaction_) return connection_->AskSoon(sql, values);
    PAISQL_TRY(Ask(sql, values));
    return Status::Ok();
  }
  PostgresConnection& connection() { return *connection_; }

  DatabaseKind kind() const override { return DatabaseKind::kPostgres; }
  Result<std::unique_ptr<PreparedStatement>> Prepare(std::string_view sql) override {
    return std::unique_ptr<PreparedStatement>(std::make_unique<PostgresStatement>(this, sql));
  }
  Status Script(const std::string& sql) override;
  Status BeginWrite() override;
  Result<bool> BeginRead() override;
  Status Commit(CommitFate& fate) override;
  void Rollback() override;
  int64_t Changes() const override { return changes_; }
  void EndWaitingWhen(std::function<bool()> ended) override {
    connection_->waiting_ended = std::move(ended);
  }
  void EndStatementsWhen(std::function<bool()> ended) override {
    connection_->statements_ended = std::move(ended);
  }

 private:
  // Connects anew where the connection was lost outside of a transaction.
  Status BeAlive();
  Status Reconnect(std::function<bool()> waiting_ended);
  // Runs `ask`, once more on a new connection when the old one was found to be lost and the first
  // time cannot have changed anything.
  template <typename Question>
  Result<ResultHandle> AskTwice(bool changes_nothing, const Question& ask);
  // Whether the server has committed a transaction of this one's number; nothing when it does not
  // say.
  std::optional<bool> HasCommitted();

  std::string address_;
  int busy_timeout_ms_;
  std::unique_ptr<PostgresConnection> connection_;
  bool in_transaction_ = false;
  std::string transaction_id_;  // of a writer
  int64_t changes_ = 0;
};

void PostgresStatement::BindDouble(int index, const std::optional<double>& value) {
  PostgresValue& one = At(index, kPostgresDouble);
  one.is_null = !value.has_value();
  if (!value.has_value()) return;
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *value).ptr;
  one.text.assign(digits.data(), end);
}

Status PostgresStatement::CheckTexts() const {
  if (!has_nul_) return Status::Ok();
  return PostgresError("22021", "a NUL", link_->connection().server());
}

Result<bool> PostgresStatement::Step() {
  if (rows_ == nullptr) {
    PAISQL_TRY(CheckTexts());
    PAISQL_ASSIGN(rows_, link_->Ask(sql_, values_));
    row_ = -1;
  }
  if (++row_ < libpq()->PQntuples(rows_.get())) return true;
  rows_.reset();
  return false;
}

Status PostgresStatement::RunSoon() {
  PAISQL_TRY(CheckTexts());
  return link_->AskSoon(sql_, values_);
}

Status PostgresLink::Reconnect(std::function<bool()> waiting_ended) {
  PAISQL_ASSIGN(auto connection, PostgresConnection::Open(address_, std::move(waiting_ended)));
  connection->waiting_ended = connection_->waiting_ended;
  connection->statements_ended = connection_->statements_ended;
  connection_ = std::move(connection);
  return Status::Ok();
}

Status PostgresLink::BeAlive() {
  connection_->EndCancelling();
  if (connection_->alive()) return Status::Ok();
  if (in_transaction_) return ConnectionLost(connection_->server());
  return Reconnect(connection_->waiting_ended);
}

template <typename Question>
Result<ResultHandle> PostgresLink::AskTwice(bool changes_nothing, const Question& ask) {
  PAISQL_TRY(BeAlive());
  Result<ResultHandle> answer = ask();
  if (answer.ok() || connection_->alive() || in_transaction_ || !changes_nothing) return answer;
  PAISQL_TRY(Reconnect(connection_->waiting_ended));
  return ask();
}

Result<ResultHandle> PostgresLink::Ask(const std::string& sql, const PostgresValues& values) {
  PAISQL_ASSIGN(ResultHandle rows,
                AskTwice(sql.starts_with("SELECT"), [&] { return connection_->Ask(sql, values); }));
  const std::string_view changed = rows.get_deleter().libpq->PQcmdTuples(rows.get());
  changes_ = 0;
  std::from_chars(changed.data(), changed.data() + changed.size(), changes_);
  return rows;
}

Status PostgresLink::Script(const std::string& sql) {
  PAISQL_TRY(AskTwice(false, [&] { return connection_->Script(sql); }));
  return Status::Ok();
}

Status PostgresLink::BeginWrite() {
  PAISQL_ASSERT(!in_transaction_, "a transaction of a server has no other within it");
  const std::string begin = "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = " +
                            std::to_string(busy_timeout_ms_) + "; " + kLockWriters;
  Result<ResultHandle> locked =
      AskTwice(true, [&] { return connection_->Script(begin, Waiting::kForLock); });
  in_transaction_ = true;
  if (!locked.ok()) {
    Rollback();
    return std::move(locked).error();
  }
  transaction_id_ = locked->get_deleter().libpq->PQgetvalue(locked->get(), 0, 1);
  return Status::Ok();
}

Result<bool> PostgresLink::BeginRead() {
  if (in_transaction_) return false;
  PAISQL_TRY(AskTwice(true, [&] {
    return connection_->Script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  }));
  in_transaction_ = true;
  transaction_id_.clear();
  return true;
}

Status PostgresLink::Commit(CommitFate& fate) {
  PAISQL_ASSERT(in_transaction_, "what is committed has begun");
  fate = CommitFate::kNot;
  connection_->EndCancelling();
  Status sent =
      connection_->alive() ? connection_->Settle() : Status(ConnectionLost(connection_->server()));
  if (!sent.ok()) {
    Rollback();
    return sent;
  }
  const Result<ResultHandle> done = connection_->Script("COMMIT", Waiting::kForSure);
  in_transaction_ = false;
  if (done.ok()) {
    const Libpq* libpq = done->get_deleter().libpq;
    if (std::string_view(libpq->PQcmdStatus(done->get())) == "COMMIT") return Status::Ok();
    return RolledBack(connection_->server());
  }
  if (connection_->alive()) return done.error();     // the server has said that it did not commit
  if (transaction_id_.empty()) return done.error();  // it has changed nothing
  const std::optional<bool> committed = HasCommitted();
  if (committed == false) return ConnectionLost(connection_->server());
  fate = committed.has_value() ? CommitFate::kLookAgain : CommitFate::kUnknown;
  return LostInCommit(connection_->server());
}

std::optional<bool> PostgresLink::HasCommitted() {
  // A server may take as long to come back as a writer to let go of its lock.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_timeout_ms_);
  // A standby may lack commits, so it has no say: the server that writes is asked, once there is
  // one.
  const std::string ask =
      "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE pg_xact_status('" +
      transaction_id_ + "'::xid8) END";
  bool at_standby = false;
  while (std::chrono::steady_clock::now() < end) {
    // A user who interrupts the statement wants to know this all the same.
    if ((connection_->alive() && !at_standby) || Reconnect({}).ok()) {
      const Result<ResultHandle> told = connection_->Script(ask, Waiting::kForSure);
      // A number that no transaction has had is one that a crash has undone.
      if (!told.ok() && connection_->failed_state() == kNoSuchTransaction) return false;
      const std::string_view state =
          told.ok() ? told->get_deleter().libpq->PQgetvalue(told->get(), 0, 0) : "";
      if (state == "committed" || state == "aborted") return state == "committed";
      at_standby = state == "standby";
    }
    std::this_thread::sleep_for(kFatePause);
  }
  return std::nullopt;
}

void PostgresLink::Rollback() {
  // A lost connection has rolled back.
  if (std::exchange(in_transaction_, false) && connection_->alive()) {
    (void)connection_->Settle();
    if (connection_->alive()) (void)connection_->Script("ROLLBACK");
  }
}

PostgresLink& PostgresLinkOf(Database& database) {
  PAISQL_ASSERT(database.kind() == DatabaseKind::kPostgres, "this is a database of PostgreSQL");
  return static_cast<PostgresLink&>(database.link());
}

}  // namespace

Result<Database> OpenPostgres(const std::string& address, int busy_timeout_ms,
                              std::function<bool()> waiting_ended) {
  PAISQL_ASSIGN(auto connection, PostgresConnection::Open(address, std::move(waiting_ended)));
  return Database(std::make_unique<PostgresLink>(address, busy_timeout_ms, std::move(connection)));
}

Status MakePostgresTypes(Database& database) {
  PAISQL_ASSIGN(const auto there,
                database.QueryInt("SELECT 1 FROM pg_extension WHERE extname = 'citext'"));
  // Not in the catalog's own schema, which the search paths of other homes would then have, too.
  if (!there.has_value()) {
    PAISQL_TRY(
        database.Script("CREATE SCHEMA IF NOT EXISTS paisql_types; "
                        "GRANT USAGE ON SCHEMA paisql_types TO PUBLIC; "
                        "CREATE EXTENSION citext SCHEMA paisql_types"));
  }
  // It may have come after this connection.
  return database.Script(std::string("SELECT ") + kFindPostgresTypes);
}

Status ChangePostgresSchema(Database& database, const std::string& sql) {
  return PostgresLinkOf(database).Script(PostgresSchema(sql));
}

Status CopyIntoPostgres(Database& database, const std::string& table_and_columns,
                        std::string_view rows) {
  PostgresConnection& connection = PostgresLinkOf(database).connection();
  return connection.CopyIn("COPY " + table_and_columns + " FROM STDIN", rows);
}

std::string PostgresName(Database& database) {
  return PostgresLinkOf(database).connection().server();
}

}  // namespace paisql::store
