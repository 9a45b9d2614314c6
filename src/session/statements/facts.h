#pragma once

// What DESC tells of a thing: facts one a line, for people and for tools.

#include <string>
#include <string_view>
#include <utility>

#include "base/display/columns.h"
#include "session/sink.h"

namespace paisql::session {

class Facts {
 public:
  Facts() { answer_.columns = {"name", "value"}; }
  void Add(std::string_view name, std::string value) {
    answer_.text += Pad(std::string(name) + ":", 26) + value + "\n";
    answer_.rows.push_back({std::string(name), std::move(value)});
  }
  Answer Take() { return std::move(answer_); }

 private:
  Answer answer_;
};

}  // namespace paisql::session
