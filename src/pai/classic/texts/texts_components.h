#pragma once

// The classic components for texts: counts of words are SQL that the session runs; cutting texts
// into words, vectors of words, topics and similarities are learners.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> TextsComponents();

}  // namespace paisql::pai
