#pragma once

// Probabilities of the distributions that tests of statistics need.

namespace paisql::pai {

// P(T > t) of Student's distribution.
double StudentTTail(double t, double degrees_of_freedom);
// The t with P(T < t) = probability.
double StudentTQuantile(double probability, double degrees_of_freedom);
// P(X > x), x at least 0.
double ChiSquareTail(double x, double degrees_of_freedom);
double FTail(double x, double degrees_of_freedom_1, double degrees_of_freedom_2);
double NormalTail(double x);
double NormalQuantile(double probability);

}  // namespace paisql::pai
