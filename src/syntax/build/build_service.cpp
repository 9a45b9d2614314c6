// Statements about services.

#include <array>

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/build/word_reader.h"
#include "syntax/failure.h"
#include "syntax/statements/services.h"

namespace paisql::syntax {

namespace {

constexpr const char* kPropertiesForm =
    "write PROPERTIES ('metadata.instance'='2', 'metadata.rpc.max_batch_size'='32')";

constexpr const char* kDeployForm =
    "write DEPLOY SERVICE s USING MODEL m [VERSION 1] [PROPERTIES ('metadata.instance'='2')]";
constexpr const char* kAlterForm =
    "write ALTER SERVICE s SET PROPERTIES ('metadata.instance'='2'), or "
    "ALTER SERVICE s USING MODEL m [VERSION 2]";
constexpr const char* kReleaseForm =
    "write RELEASE SERVICE s MODEL m VERSION 2 WEIGHT 10, or MIRROR 10 for copies of requests; "
    "RELEASE SERVICE s WEIGHT 50 changes the weight";
constexpr const char* kSwitchForm = "write SWITCH SERVICE s, or SWITCH SERVICE s TO VERSION 2";

// MODEL m [VERSION n], where it stands there.
bool ReadCatalogModel(WordReader& words, ServiceStatement& service) {
  if (!words.Takes("MODEL")) return false;
  service.model = words.Take("the name of a model");
  if (words.Takes("VERSION")) service.version = words.Take("the number of a version");
  return true;
}

// MODEL m [VERSION n], PROCESSOR 'place' [MODEL m [VERSION n] | FROM 'place'], or a place.
void ReadTarget(WordReader& words, ServiceStatement& service) {
  constexpr const char* kTargets = "'MODEL','PROCESSOR','the place of an exported model'";
  if (words.Takes("PROCESSOR")) {
    service.processor = words.Take("the place of a processor");
    if (!ReadCatalogModel(words, service) && words.Takes("FROM")) {
      service.source = words.Take("the place of a model");
    }
  } else if (!ReadCatalogModel(words, service)) {
    service.source = words.Take(kTargets);
  }
}

void ReadDeploy(WordReader& words, ServiceStatement& service) {
  words.Expect("USING", kDeployForm);
  ReadTarget(words, service);
  service.properties = words.TakeProperties(kPropertiesForm);
}

void ReadAlter(WordReader& words, ServiceStatement& service) {
  const CommandWord& first = words.Look("'SET','USING'");
  if (words.Takes("USING")) {
    ReadTarget(words, service);
  } else {
    service.action = ServiceAction::kSetProperties;
    if (!words.Takes("SET")) FailAt(first, "'SET','USING'", kAlterForm);
    const CommandWord& next = words.Look("'PROPERTIES'");
    if (!words.AtProperties()) FailAt(next, "'PROPERTIES'", kAlterForm);
  }
  service.properties = words.TakeProperties(kPropertiesForm);
}

void ReadRelease(WordReader& words, ServiceStatement& service) {
  (void)words.Look("'MODEL','WEIGHT','MIRROR'");
  (void)words.Takes("USING");
  const auto at = [&](const char* word) {
    return words.left() > 0 && IsWord(words.Look(""), word);
  };
  if (!at("WEIGHT") && !at("MIRROR")) ReadTarget(words, service);
  const CommandWord& share = words.Look("'WEIGHT','MIRROR'");
  service.mirror = words.Takes("MIRROR");
  if (!service.mirror && !words.Takes("WEIGHT")) FailAt(share, "'WEIGHT','MIRROR'", kReleaseForm);
  service.weight = words.Take("a percentage");
  service.properties = words.TakeProperties(kPropertiesForm);
}

void ReadSwitch(WordReader& words, ServiceStatement& service) {
  if (words.left() == 0) return;
  words.Expect("TO", kSwitchForm);
  words.Expect("VERSION", kSwitchForm);
  service.version = words.Take("the number of a version");
}

void ReadNothing(WordReader&, ServiceStatement&) {}

struct Verb {
  antlr4::tree::TerminalNode* (P::ServiceStatementContext::*token)();
  ServiceAction action;
  void (*read)(WordReader&, ServiceStatement&);
  const char* after;  // what might have stood where the statement should have ended
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
  WordReader words(tokens_, TailWords(context, 2));
  auto service = std::make_unique<ServiceStatement>();
  const Verb* verb = kVerbs.data();
  while ((context->*(verb->token))() == nullptr) ++verb;
  service->action = verb->action;
  const bool deploys = verb->action == ServiceAction::kDeploy;
  if (deploys || verb->action == ServiceAction::kDrop) {
    service->conditional = words.TakesCondition(deploys);
  }
  service->name = words.Take("the name of a service");
  verb->read(words, *service);
  words.End(verb->after);
  return service;
}

}  // namespace paisql::syntax
