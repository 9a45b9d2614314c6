#pragma once

// The rows of this folder's components, by what they learn; learning_components.cpp joins them.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

// Logistic and linear regression, linear support vector machines, the importance of their columns.
std::span<const Component> LinearComponents();
// Generalized linear models, whose model is a table.
std::span<const Component> GlmComponents();
// Random forests, naive Bayes, and the importance of a forest's columns.
std::span<const Component> ForestComponents();
// Clusters of rows, and how good they are.
std::span<const Component> ClusterComponents();
// Nearest neighbours, and clusters of rows that have many near them.
std::span<const Component> NeighbourComponents();
// Principal components, as SQL.
std::span<const Component> PrincipalComponents();
// Forecasts of time series.
std::span<const Component> ForecastComponents();
// Copies of models outside of the catalog.
std::span<const Component> TransferComponents();

}  // namespace paisql::pai
