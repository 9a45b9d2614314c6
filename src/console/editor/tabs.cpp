#include "console/editor/tabs.h"

#include <algorithm>
#include <random>

#include "base/system/clock.h"
#include "base/text.h"
#include "console/editor/check.h"
#include "script/silent_sink.h"

namespace paisql::console {

namespace {

using instances::InstancePtr;
using instances::TaskState;

// A session that sets more than this repeats itself.
constexpr size_t kMostState = 500;

std::string NewTabId() {
  std::random_device random;
  std::string id;
  for (int i = 0; i < 4; ++i) {
    const uint32_t part = random();
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = 28; shift >= 0; shift -= 4) id += kDigits[(part >> shift) & 15];
  }
  return id;
}

syntax::StatementText StatementOf(const std::string& text) {
  std::vector<syntax::StatementText> split = syntax::SplitStatements(text);
  return split.empty() ? syntax::StatementText{} : std::move(split.front());
}

// What a check of later statements needs to know of the session: its temporary tables and its
// variables of script mode.
bool ChecksNeed(const std::string& text) {
  const syntax::StatementText statement = StatementOf(text);
  if (statement.kind == syntax::StatementText::Kind::kScript) return true;
  const std::string begin = ToUpper(std::string_view(statement.text).substr(0, 40));
  return begin.starts_with("CREATE") && begin.find("TEMPORARY") != std::string::npos;
}

void Append(const std::string& statement, std::vector<std::string>& kept) {
  std::erase(kept, statement);
  kept.push_back(statement);
  if (kept.size() > kMostState) kept.erase(kept.begin());
}

Error TabIsBusy() {
  return Error{ErrorCode::kInstanceCancelled,
               "a statement of this tab still runs",
               {},
               "wait for its end, stop it, or open another tab"};
}

}  // namespace

std::vector<std::string> Replay(const std::vector<std::string>& statements,
                                session::Session& session) {
  script::SilentSink sink;
  std::vector<std::string> failed;
  for (const std::string& text : statements) {
    if (!session.Execute(StatementOf(text), sink).ok()) failed.push_back(text);
  }
  return failed;
}

Tab::Tab(std::string id, std::string user, std::unique_ptr<session::Session> session)
    : id_(std::move(id)),
      user_(std::move(user)),
      session_(std::move(session)),
      project_(session_->project()),
      used_ms_(SteadyMs()) {}

bool Tab::busy() {
  const std::lock_guard lock(mutex_);
  Settle();
  return !settled_;
}

Tab::Facts Tab::facts() {
  const std::lock_guard lock(mutex_);
  used_ms_ = SteadyMs();
  Settle();
  Facts facts{project_, newest_, state_, state_, done_};
  facts.check_state.insert(facts.check_state.end(), check_state_.begin(), check_state_.end());
  if (!last_query_.empty()) facts.check_state.push_back(last_query_);
  return facts;
}

void Tab::Settle() {
  if (settled_ || !newest_->status().ended()) return;
  settled_ = true;
  project_ = session_->project();
  const std::string& statement = newest_->submission().query;
  std::erase(done_, statement);
  if (newest_->status().state == TaskState::kSuccess) Keep(statement);
}

void Tab::Keep(const std::string& statement) {
  if (SetsState(statement)) return Append(statement, state_);
  if (ChangesThings(statement)) Append(statement, done_);
  if (ChecksNeed(statement)) Append(statement, check_state_);
  const auto result = newest_->result();
  if (result != nullptr && result->has_rows) last_query_ = statement;
}

std::vector<std::string> Tab::Restore(const std::vector<std::string>& state) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> failed;
  for (const std::string& statement : state) {
    if (!SetsState(statement)) continue;
    if (Replay({statement}, *session_).empty()) {
      Append(statement, state_);
    } else {
      failed.push_back(statement);
    }
  }
  project_ = session_->project();
  return failed;
}

bool Tab::UseSession(const std::function<void(session::Session&)>& use) {
  const std::lock_guard lock(mutex_);
  used_ms_ = SteadyMs();
  Settle();
  if (!settled_) return false;
  use(*session_);
  project_ = session_->project();
  return true;
}

Result<InstancePtr> Tab::Submit(const TabStatement& statement,
                                instances::InstanceService& instances) {
  const std::lock_guard lock(mutex_);
  used_ms_ = SteadyMs();
  Settle();
  if (!settled_) return TabIsBusy();
  script::SilentSink sink;
  for (const auto& [name, value] : statement.variables) {
    PAISQL_TRY(variables::CheckName(name));
    syntax::StatementText assigns;
    assigns.text = "SETVAR " + name + "=" + value;
    PAISQL_TRY(session_->Execute(assigns, sink));
    Append(assigns.text, check_state_);
  }
  instances::Submission submission;
  submission.project = session_->project();
  submission.user = user_;
  submission.query = statement.text;
  submission.session = session_;
  PAISQL_ASSIGN(newest_, instances.Submit(std::move(submission)));
  settled_ = false;
  return newest_;
}

Result<TabPtr> Tabs::Add(const std::string& user, std::unique_ptr<session::Session> session) {
  const std::vector<TabPtr> idle = TakeIdle();
  std::vector<TabPtr> gone;
  const std::lock_guard lock(mutex_);
  const auto of_user = [&] {
    return std::ranges::count_if(tabs_, [&](auto& one) { return one.second->user() == user; });
  };
  while (static_cast<size_t>(of_user()) >= limits_.of_user || tabs_.size() >= limits_.all) {
    const bool all = tabs_.size() >= limits_.all;
    gone.push_back(TakeOldest(all ? nullptr : &user));
    if (gone.back() != nullptr) continue;
    return Error{ErrorCode::kEnvironment,
                 "too many tabs run statements: " + std::to_string(tabs_.size()),
                 {},
                 "close a tab, or stop its statement"};
  }
  auto tab = std::make_shared<Tab>(NewTabId(), user, std::move(session));
  tabs_.emplace(tab->id(), tab);
  return tab;
}

// Of a user, or of all. Null where all of them are at work. Locked.
TabPtr Tabs::TakeOldest(const std::string* user) {
  auto oldest = tabs_.end();
  for (auto one = tabs_.begin(); one != tabs_.end(); ++one) {
    if (user != nullptr && one->second->user() != *user) continue;
    const int64_t used_ms = one->second->used_ms();
    const bool older = oldest == tabs_.end() || used_ms < oldest->second->used_ms();
    if (older && !one->second->busy()) oldest = one;
  }
  if (oldest == tabs_.end()) return nullptr;
  return std::move(tabs_.extract(oldest).mapped());
}

std::vector<TabPtr> Tabs::TakeIdle() {
  std::vector<TabPtr> idle;
  const std::lock_guard lock(mutex_);
  for (auto one = tabs_.begin(); one != tabs_.end();) {
    const auto next = std::next(one);
    if (SteadyMs() - one->second->used_ms() > limits_.idle_ms && !one->second->busy()) {
      idle.push_back(std::move(tabs_.extract(one).mapped()));
    }
    one = next;
  }
  return idle;
}

TabPtr Tabs::Find(const std::string& id, const std::string& user) {
  const std::vector<TabPtr> idle = TakeIdle();
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(id);
  return found == tabs_.end() || found->second->user() != user ? nullptr : found->second;
}

TabPtr Tabs::Take(const std::string& id, const std::string& user) {
  const std::lock_guard lock(mutex_);
  const auto found = tabs_.find(id);
  if (found == tabs_.end() || found->second->user() != user) return nullptr;
  return std::move(tabs_.extract(found).mapped());
}

size_t Tabs::size() const {
  const std::lock_guard lock(mutex_);
  return tabs_.size();
}

}  // namespace paisql::console
