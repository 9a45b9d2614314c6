#pragma once

// Statements about models and the services that answer with them.

#include <optional>
#include <string>
#include <vector>

#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

enum class ModelAction { kCreate, kAddVersion, kDropVersion, kSetDefault, kDrop, kRead, kCopy };

// CREATE MODEL [IF NOT EXISTS] m FROM 'place' [COMMENT '…'], ALTER MODEL m ADD VERSION [2] FROM
// 'place' [COMMENT '…'] | DROP VERSION 2 | SET DEFAULT_VERSION [=] 2, DROP MODEL [IF EXISTS] m.
// CREATE OFFLINEMODEL m -modelPath place, READ OFFLINEMODEL m, COPY OFFLINEMODEL -src_model m
// -dest_model <source>.
struct ModelStatement final : Statement {
  ModelAction action = ModelAction::kCreate;
  bool conditional = false;  // IF [NOT] EXISTS
  bool offline = false;      // OFFLINEMODEL
  Word name;
  std::optional<Word> version;
  std::optional<Word> source;  // of kCopy the copy's name
  std::string comment;
  // Of the files: PROPERTIES ('inputs'='x:0', 'outputs'='y:0').
  std::vector<WordProperty> properties;
};

enum class ServiceAction {
  kDeploy,
  kUpdate,         // ALTER … USING
  kSetProperties,  // ALTER … SET PROPERTIES
  kDrop,
  kStart,
  kStop,
  kRelease,
  kSwitch,
  kRollback
};

// DEPLOY SERVICE [IF NOT EXISTS] s USING <what> [PROPERTIES (…)], ALTER SERVICE s USING <what>
// [PROPERTIES (…)] | SET PROPERTIES (…), STOP | START | ROLLBACK SERVICE s,
// DROP SERVICE [IF EXISTS] s, RELEASE SERVICE s [<what>] WEIGHT n | MIRROR n [PROPERTIES (…)],
// SWITCH SERVICE s [TO VERSION n]. <what> is MODEL m [VERSION n], the place of an export, or
// PROCESSOR 'place' [MODEL m [VERSION n] | FROM 'place'].
struct ServiceStatement final : Statement {
  ServiceAction action = ServiceAction::kDeploy;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> model;
  std::optional<Word> source;     // the place, where no model is named
  std::optional<Word> processor;  // the place of its program; model and source are what it is told
  std::optional<Word> version;    // of the model; of kSwitch, of the service
  std::optional<Word> weight;     // of kRelease
  bool mirror = false;            // `weight` is the share that is copied
  std::vector<WordProperty> properties;
  // True for a service.json: keys that the table of properties does not have are kept as they are.
  bool keeps_unknown = false;
};

}  // namespace paisql::syntax
