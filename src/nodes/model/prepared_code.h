#pragma once

// The code of a node as it is run: in which language it is, and with all that it names in its
// place. Pure functions.

#include <string>
#include <string_view>
#include <vector>

#include "nodes/model/parameters.h"
#include "nodes/model/values.h"

namespace paisql::nodes {

// Which language the node's code is in: kSql, kShell, kPython or kPyOdps, also of an assignment and
// of a snippet; kNothing for no code.
Runs CodeRuns(const Node& node);

// Whether a script of Python uses what PyODPS nodes have, `o`, `odps` or `args`; one that does not
// is spared their modules.
bool UsesOdps(std::string_view code);

// Which of a Python node's files are Python 2, as paisql/python2/script.py takes it: "on" for all,
// "auto" for those that show it, "off".
std::string_view Python2Of(const Node& node);

// Whether the text names what only the run tells.
bool NamesUnknown(std::string_view text, const RunMoment& moment, const Givens& inputs,
                  const std::vector<Resolved>& parameters);

// The node's code as it is run: with what is given in its place, and in Python with its parameters
// in place of ${name}; SQL has these in its session, PyODPS and shells as arguments. An error is
// placed in the code where it can be.
Result<std::string> PreparedCode(const Flow& flow, const Node& node, const RunMoment& moment,
                                 const Givens& inputs, const std::vector<Resolved>& parameters);

// A text of the node with marks for all that it names, and the values.
Result<MarkedText> TextWithMarks(const Flow& flow, const Node& node, const RunMoment& moment,
                                 const Givens& inputs, const std::vector<Resolved>& parameters,
                                 const std::string& text);

// A text of the node with all that it names in its place.
Result<std::string> SubstitutedText(const Flow& flow, const Node& node, const RunMoment& moment,
                                    const Givens& inputs, const std::vector<Resolved>& parameters,
                                    const std::string& text);

}  // namespace paisql::nodes
