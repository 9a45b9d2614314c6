#pragma once

// What the folder of a learner's model says of it.

#include <string>
#include <utility>
#include <vector>

#include "store/models.h"

namespace paisql::session {

// The learner's algorithm, features, label, type of the label and classes, in the order in which
// DESC shows them. Empty for models of other programs.
std::vector<std::pair<std::string, std::string>> LearnerFacts(const store::ModelVersion& version);

// The file that READ OFFLINEMODEL shows of the model: PMML, else the learner's own description. ""
// for models of other programs, of which all files are shown.
std::string LearnerText(const store::ModelVersion& version);

}  // namespace paisql::session
