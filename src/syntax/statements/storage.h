#pragma once

// Statements about buckets, their objects and the roles that may use them.

#include <optional>
#include <vector>

#include "syntax/statement.h"
#include "syntax/word.h"

namespace paisql::syntax {

// CREATE BUCKET [IF NOT EXISTS] b [LOCATION 'folder'] [PROPERTIES ('name'='value', …)],
// DROP BUCKET [IF EXISTS] b.
struct BucketStatement final : Statement {
  bool drop = false;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> location;
  std::vector<WordProperty> properties;
};

// CREATE ROLE [IF NOT EXISTS] r [ARN 'acs:ram::…'] [privilegeproperties(…)], DROP ROLE [IF EXISTS]
// r.
struct RoleStatement final : Statement {
  bool drop = false;
  bool conditional = false;  // IF [NOT] EXISTS
  Word name;
  std::optional<Word> arn;
  std::vector<WordProperty> properties;
};

// GRANT a, b ON BUCKET x TO [ROLE] r, REVOKE … FROM [ROLE] r.
struct GrantStatement final : Statement {
  bool revoke = false;
  std::vector<Word> actions;   // empty: ALL
  std::optional<Word> bucket;  // nothing: ALL BUCKETS
  Word role;
};

// FS -mkv|-ls|-put|-get|-rm|-rmp|-rmv|-meta …, as words; session parses the options from its table.
// CREATE VOLUME, DROP VOLUME, DESC VOLUME and SHOW VOLUMES are the same in words of SQL.
struct VolumeStatement final : Statement {
  bool conditional = false;  // IF [NOT] EXISTS
  std::vector<Word> words;
};

// OSS ls|cat|cp|rm|stat …, as words; session parses the options from its table.
struct OssStatement final : Statement {
  std::vector<Word> words;
};

}  // namespace paisql::syntax
