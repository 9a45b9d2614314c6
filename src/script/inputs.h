#pragma once

// The scripts that the command line names, read whole before the first statement runs, so that a
// mistyped name changes nothing.

#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "script/options/flags.h"

namespace paisql::script {

struct Script {
  std::string source;  // the file's name, "" when there is none
  std::string text;
};

struct ScriptFile {
  Script script;
  std::string folder;  // where relative paths of its statements start
  bool whole = false;  // it is one script (Source::script)
};

// kIo with a detail for "paisql: …"; kInstanceCancelled when Ctrl-C came, or the stop was asked for
// while a pipe among them had nothing to say. "-" is standard input where `dash` says so.
Result<std::vector<ScriptFile>> ReadInputs(const std::vector<Input>& inputs, bool dash = false,
                                           const std::stop_token& stop = {});

}  // namespace paisql::script
