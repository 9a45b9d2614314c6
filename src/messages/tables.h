#pragma once

// The parts of the table of messages.h.

#include <span>

#include "messages/messages.h"

namespace paisql::messages {

std::span<const MessageRow> ErrorRows();
std::span<const MessageRow> HintRows();
std::span<const MessageRow> HelpRows();
std::span<const MessageRow> FunctionRows();
std::span<const MessageRow> ComponentRows();
std::span<const MessageRow> ComponentHelpRows();
std::span<const MessageRow> ParameterRows();
std::span<const MessageRow> CanvasRows();
std::span<const MessageRow> PreparingRows();
std::span<const MessageRow> EvaluationRows();
std::span<const MessageRow> StatisticsRows();
std::span<const MessageRow> TextRows();
std::span<const MessageRow> GraphRows();
std::span<const MessageRow> LearnerRows();
std::span<const MessageRow> ModelRows();
std::span<const MessageRow> ScriptRows();
std::span<const MessageRow> AlinkRows();

}  // namespace paisql::messages
