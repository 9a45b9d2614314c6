#include "pai/classic/distributions.h"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace paisql::pai {

namespace {

using boost::math::complement;

}  // namespace

double StudentTTail(double t, double degrees_of_freedom) {
  return cdf(complement(boost::math::students_t(degrees_of_freedom), t));
}

double StudentTQuantile(double probability, double degrees_of_freedom) {
  return quantile(boost::math::students_t(degrees_of_freedom), probability);
}

double ChiSquareTail(double x, double degrees_of_freedom) {
  return cdf(complement(boost::math::chi_squared(degrees_of_freedom), x));
}

double FTail(double x, double degrees_of_freedom_1, double degrees_of_freedom_2) {
  return cdf(complement(boost::math::fisher_f(degrees_of_freedom_1, degrees_of_freedom_2), x));
}

double NormalTail(double x) { return cdf(complement(boost::math::normal(), x)); }

double NormalQuantile(double probability) { return quantile(boost::math::normal(), probability); }

}  // namespace paisql::pai
