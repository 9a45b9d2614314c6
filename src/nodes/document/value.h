#pragma once

// A document of maps, lists and texts, each with its place, as YAML and JSON have them. What nobody
// has asked for stays in it and is written back.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::nodes {

// A place in a file, 1-based, columns in characters; line 0 is the file as a whole.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  // "flow.yaml:3:5"
  std::string ToString() const;
};

// Something that is wrong with a workflow, or probably is.
struct Problem {
  bool error = true;
  Place place;
  std::string code;  // of the platform's errors; "" for none
  std::string message;
  std::string hint;

  // "flow.yaml:3:5: error: …" and its hint, whole lines.
  std::string ToString() const;
};

struct Member;

struct Value {
  enum class Kind { kNull, kScalar, kList, kMap };

  Kind kind = Kind::kNull;
  std::string text;     // of a scalar
  bool quoted = false;  // and so a text, whatever it looks like
  std::vector<Value> items;
  std::vector<Member> members;  // in their order
  int line = 0;
  int column = 0;

  bool is_map() const { return kind == Kind::kMap; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_null() const { return kind == Kind::kNull; }
  // Finds a member of a map; null where the map has no such member.
  const Value* Find(std::string_view key) const;

  static Value Text(std::string text);
  static Value Map();
  static Value List();
  // Puts the value into a map: in place of the member with the key, else at the end.
  void Set(std::string key, Value value);
};

struct Member {
  std::string key;
  Value value;
  int line = 0;
  int column = 0;
};

// YAML, and so JSON. An error is kParse with line and column in its range, which counts in the
// text. Documents of over kMaxValues values, deeper than kMaxDepth, are refused: an alias is
// counted for all that it stands for.
inline constexpr size_t kMaxValues = 1000000;
inline constexpr int kMaxDepth = 100;
Result<Value> ReadYaml(const std::string& text);

// Block style, two blanks a level. Reading it again gives the same values.
std::string WriteYaml(const Value& value);

}  // namespace paisql::nodes
