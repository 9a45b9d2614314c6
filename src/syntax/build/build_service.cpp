// Statements about services.

#include <array>

#include "base/text.h"
#include "syntax/build/command_tail.h"
#include "syntax/build/tree_builder.h"
#include "syntax/failure.h"
#include "syntax/service_statement.h"

namespace paisql::syntax {

namespace {

constexpr const char* kPropertiesForm =
    "write PROPERTIES ('metadata.instance'='2', 'metadata.rpc.max_batch_size'='32')";

// Reads the words of one statement, from the left to the right.
class ServiceReader {
 public:
  ServiceReader(std::vector<CommandWord> words, ServiceStatement& service)
      : words_(std::move(words)), service_(service) {}

  bool at_end() const { return next_ == words_.size(); }
  const CommandWord& word() const { return words_[next_]; }
  Word TakeWord() { return ToWord(words_[next_++]); }
  bool Takes(std::string_view keyword) {
    const bool there = !at_end() && IsWord(word(), keyword);
    if (there) ++next_;
    return there;
  }

  // What is missing at the statement's end; "" where there is a word.
  const std::string& missing() const { return missing_; }
  bool Needs(const std::string& what) {
    if (!at_end()) return true;
    if (missing_.empty()) missing_ = what;
    return false;
  }
  void Expect(std::string_view keyword, const char* form) {
    const std::string quoted = "'" + std::string(keyword) + "'";
    if (Needs(quoted) && !Takes(keyword)) FailAt(word(), quoted, form);
  }
  void TakeInto(std::optional<Word>& place, const std::string& what) {
    if (Needs(what)) place = TakeWord();
  }

  // MODEL m [VERSION n], PROCESSOR 'place' [MODEL m [VERSION n] | FROM 'place'], or a place.
  void Target() {
    if (!Needs("'MODEL','PROCESSOR','the place of an exported model'")) return;
    if (Takes("PROCESSOR")) {
      TakeInto(service_.processor, "the place of a processor");
      if (!ModelOfCatalog() && Takes("FROM")) TakeInto(service_.source, "the place of a model");
    } else if (!ModelOfCatalog()) {
      service_.source = TakeWord();
    }
  }

  // MODEL m [VERSION n], where it stands there.
  bool ModelOfCatalog() {
    if (!Takes("MODEL")) return false;
    TakeInto(service_.model, "the name of a model");
    if (Takes("VERSION")) TakeInto(service_.version, "the number of a version");
    return true;
  }

  void Properties() {
    if (at_end() || !BeginsProperties(word())) return;
    service_.properties = ReadProperties(words_, next_, kPropertiesForm);
    next_ = words_.size();
  }

 private:
  std::vector<CommandWord> words_;
  ServiceStatement& service_;
  size_t next_ = 0;
  std::string missing_;
};

constexpr const char* kDeployForm =
    "write DEPLOY SERVICE s USING MODEL m [VERSION 1] [PROPERTIES ('metadata.instance'='2')]";
constexpr const char* kAlterForm =
    "write ALTER SERVICE s SET PROPERTIES ('metadata.instance'='2'), or "
    "ALTER SERVICE s USING MODEL m [VERSION 2]";
constexpr const char* kReleaseForm =
    "write RELEASE SERVICE s MODEL m VERSION 2 WEIGHT 10, or MIRROR 10 for copies of requests; "
    "RELEASE SERVICE s WEIGHT 50 changes the weight";
constexpr const char* kSwitchForm = "write SWITCH SERVICE s, or SWITCH SERVICE s TO VERSION 2";

void ReadDeploy(ServiceReader& reader, ServiceStatement&) {
  reader.Expect("USING", kDeployForm);
  reader.Target();
  reader.Properties();
}

void ReadAlter(ServiceReader& reader, ServiceStatement& service) {
  if (!reader.Needs("'SET','USING'")) return;
  if (reader.Takes("USING")) {
    reader.Target();
    reader.Properties();
    return;
  }
  service.action = ServiceAction::kSetProperties;
  if (!reader.Takes("SET")) FailAt(reader.word(), "'SET','USING'", kAlterForm);
  if (!reader.Needs("'PROPERTIES'")) return;
  if (!BeginsProperties(reader.word())) FailAt(reader.word(), "'PROPERTIES'", kAlterForm);
  reader.Properties();
}

void ReadRelease(ServiceReader& reader, ServiceStatement& service) {
  if (!reader.Needs("'MODEL','WEIGHT','MIRROR'")) return;
  (void)reader.Takes("USING");
  if (reader.at_end() || (!IsWord(reader.word(), "WEIGHT") && !IsWord(reader.word(), "MIRROR"))) {
    reader.Target();
  }
  if (!reader.Needs("'WEIGHT','MIRROR'")) return;
  service.mirror = reader.Takes("MIRROR");
  if (!service.mirror && !reader.Takes("WEIGHT")) {
    FailAt(reader.word(), "'WEIGHT','MIRROR'", kReleaseForm);
  }
  reader.TakeInto(service.weight, "a percentage");
  reader.Properties();
}

void ReadSwitch(ServiceReader& reader, ServiceStatement& service) {
  if (reader.at_end()) return;
  reader.Expect("TO", kSwitchForm);
  reader.Expect("VERSION", kSwitchForm);
  reader.TakeInto(service.version, "the number of a version");
}

void ReadNothing(ServiceReader&, ServiceStatement&) {}

struct Verb {
  antlr4::tree::TerminalNode* (P::ServiceStatementContext::*token)();
  ServiceAction action;
  void (*read)(ServiceReader&, ServiceStatement&);
  const char* behind;  // what might have stood where the statement should have ended
};

constexpr std::array<Verb, 8> kVerbs = {{
    {&P::ServiceStatementContext::DEPLOY, ServiceAction::kDeploy, ReadDeploy, "'PROPERTIES'"},
    {&P::ServiceStatementContext::ALTER, ServiceAction::kUpdate, ReadAlter, "'PROPERTIES'"},
    {&P::ServiceStatementContext::DROP, ServiceAction::kDrop, ReadNothing, "'<EOF>'"},
    {&P::ServiceStatementContext::START, ServiceAction::kStart, ReadNothing, "'<EOF>'"},
    {&P::ServiceStatementContext::STOP, ServiceAction::kStop, ReadNothing, "'<EOF>'"},
    {&P::ServiceStatementContext::RELEASE, ServiceAction::kRelease, ReadRelease, "'PROPERTIES'"},
    {&P::ServiceStatementContext::SWITCH, ServiceAction::kSwitch, ReadSwitch, "'<EOF>'"},
    {&P::ServiceStatementContext::ROLLBACK, ServiceAction::kRollback, ReadNothing, "'<EOF>'"},
}};

}  // namespace

StatementPtr TreeBuilder::BuildService(P::ServiceStatementContext* context) {
  std::vector<CommandWord> words = TailWords(context, 2);
  auto service = std::make_unique<ServiceStatement>();
  const Verb* verb = kVerbs.data();
  while ((context->*(verb->token))() == nullptr) ++verb;
  service->action = verb->action;
  const bool deploys = verb->action == ServiceAction::kDeploy;
  if (deploys || verb->action == ServiceAction::kDrop) {
    service->conditional = TakeCondition(words, deploys);
  }
  if (words.empty()) FailAtEnd("the name of a service");
  ServiceReader reader(std::move(words), *service);
  service->name = reader.TakeWord();
  verb->read(reader, *service);
  if (!reader.missing().empty()) FailAtEnd(reader.missing());
  if (!reader.at_end()) FailAt(reader.word(), verb->behind, "");
  return service;
}

}  // namespace paisql::syntax
