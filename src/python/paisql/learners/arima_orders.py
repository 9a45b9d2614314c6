"""The orders of seasonal ARIMA models: as a statement gives them, or as x13_auto_arima finds them.

To find them: seasonal differences while the seasons explain most of what varies, then differences while the KPSS test
refuses that the series is level; then the orders with the least BIC, first the seasonal ones, then the others, then the
seasonal ones again. The model that is found counts against the default model (0,d,1)(0,D,1) by the Ljung-Box test of
what they leave; where neither passes, it is (3,d,1)(0,D,1).
"""

import collections
import warnings

import numpy as np

from paisql.learners.learner_task import LearnerError

_ACCEPTED = 0.05  # of a test
_SEASONAL_STRENGTH = 0.64

Orders = collections.namedtuple("Orders", "order seasonal period")


def given(settings):
    """The orders that a statement gives: order, seasonal, period."""
    order = _three(settings, "order")
    seasonal = _three(settings, "seasonal") if settings.has("seasonal") else (0, 0, 0)
    period = settings.integer("period") or settings.integer("frequency", 12)
    if any(seasonal) and period < 2:
        raise LearnerError("seasonal=%s needs a period of 2 or more" % settings.text("seasonal"))
    return Orders(order, seasonal, period)


def _three(settings, name):
    parts = [part.strip() for part in settings.text(name).split(",")]
    if len(parts) != 3 or not all(part.isdigit() and int(part) <= 36 for part in parts):
        raise LearnerError("%s=%s is not three whole numbers from 0 to 36, such as 1,1,1" % (name, settings.text(name)))
    return tuple(int(part) for part in parts)


def fitted(values, orders, settings):
    """The fitted model of statsmodels."""
    from statsmodels.tsa.statespace.sarimax import SARIMAX

    (p, d, q), (sp, sd, sq) = orders.order, orders.seasonal
    needed = d + sd * orders.period + max(p + sp * orders.period, q + sq * orders.period) + p + q + sp + sq + 2
    if len(values) < needed:
        raise LearnerError(
            "the model (%d,%d,%d)(%d,%d,%d) needs %d rows, and the series has %d"
            % (*orders.order, *orders.seasonal, needed, len(values))
        )
    seasonal = (*orders.seasonal, orders.period) if any(orders.seasonal) else (0, 0, 0, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about starting values, and where the search stops
        try:
            model = SARIMAX(values, order=orders.order, seasonal_order=seasonal)
            return model.fit(disp=False, maxiter=settings.integer("maxiter", 1500), pgtol=settings.number("tol", 1e-5))
        except (ValueError, np.linalg.LinAlgError) as error:
            raise LearnerError("the series has no such model: %s" % error) from None


def of(settings, values):
    """The orders that fit a series best."""
    if values.std() == 0:
        raise LearnerError("the series is constant, so there are no orders to choose")
    search = _Search(settings, values)
    return search.best()


class _Search:
    def __init__(self, settings, values):
        self._settings, self._values = settings, values
        self._period = settings.integer("frequency", 12)
        self._fits = {}
        if settings.has("diff") != settings.has("seasonalDiff"):
            raise LearnerError("diff and seasonalDiff have to be given together")
        if settings.has("diff"):
            self._d, self._sd = settings.integer("diff"), settings.integer("seasonalDiff")
        else:
            self._sd = self._seasonal_differences()
            self._d = self._differences()

    def _seasonal_differences(self):
        if self._period < 2 or len(self._values) < 2 * self._period + 1:
            return 0
        return min(
            self._settings.integer("maxSeasonalDiff", 1),
            int(seasonal_strength(self._values, self._period) > _SEASONAL_STRENGTH),
        )

    def _differences(self):
        from statsmodels.tsa.stattools import kpss

        left = self._values
        for _ in range(self._sd):
            left = left[self._period :] - left[: -self._period]
        for found in range(self._settings.integer("maxDiff", 2)):
            if left.std() == 0 or len(left) < 5:
                return found
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that p is outside of the test's table
                if kpss(left, nlags="auto")[1] > _ACCEPTED:
                    return found
            left = np.diff(left)
        return self._settings.integer("maxDiff", 2)

    def _orders(self, p, q, sp, sq):
        return Orders((p, self._d, q), (sp, self._sd, sq), self._period)

    def _fit(self, p, q, sp, sq):
        """The fitted model, or None where the series has none."""
        key = (p, q, sp, sq)
        if key not in self._fits:
            try:
                self._fits[key] = fitted(self._values, self._orders(*key), self._settings)
            except LearnerError:
                self._fits[key] = None
        return self._fits[key]

    def _least(self, candidates):
        """The candidate with the least BIC; the first one where no series fits."""
        return min(candidates, key=lambda key: np.inf if self._fit(*key) is None else self._fit(*key).bic)

    def best(self):
        """See the head of this file."""
        most = self._settings.integer("maxOrder", 2)
        seasonal = range(self._settings.integer("maxSeasonalOrder", 1) + 1) if self._period > 1 else range(1)
        _, _, sp, sq = self._least([(min(most, 3), 0, sp, sq) for sp in seasonal for sq in seasonal])
        p, q, _, _ = self._least([(p, q, sp, sq) for p in range(most + 1) for q in range(most + 1)])
        found = self._least([(p, q, sp, sq) for sp in seasonal for sq in seasonal])
        default = (0, 1, 0, 1) if self._period > 1 else (0, 1, 0, 0)
        if self._passes(found):
            return self._orders(*found)
        if self._passes(default):
            return self._orders(*default)
        last = (3, 1, 0, 1) if self._period > 1 else (3, 1, 0, 0)
        return self._orders(*(last if self._fit(*last) is not None else found))

    def _passes(self, key):
        """Whether what a model leaves looks like chance, by the Ljung-Box test."""
        fit = self._fit(*key)
        if fit is None:
            return False
        residuals = fit.resid[self._d + self._sd * self._period :]
        lags = min(24 if self._period > 1 else 10, len(residuals) // 2)
        return ljung_box(residuals, lags, sum(key)) > _ACCEPTED


def seasonal_strength(values, period):
    """From 0 to 1: what share of the variation around the trend the seasons explain."""
    kernel = np.ones(period) / period if period % 2 else np.r_[0.5, np.ones(period - 1), 0.5] / period
    trend = np.convolve(values, kernel, "valid")
    begin = (len(values) - len(trend)) // 2
    detrended = values[begin : begin + len(trend)] - trend
    places = (np.arange(len(trend)) + begin) % period
    means = np.array([detrended[places == place].mean() if (places == place).any() else 0 for place in range(period)])
    whole = detrended.var()
    return max(0.0, 1 - (detrended - means[places]).var() / whole) if whole else 0.0


def ljung_box(residuals, lags, used):
    """The p value of the test that the first autocorrelations are 0; `used` of them a model has explained."""
    from scipy.special import chdtrc

    count = len(residuals)
    centered = residuals - residuals.mean()
    whole = centered @ centered
    freedom = lags - used
    if whole == 0 or freedom < 1:
        return 1.0
    correlations = np.array([centered[lag:] @ centered[:-lag] for lag in range(1, lags + 1)]) / whole
    statistic = count * (count + 2) * (correlations**2 / (count - np.arange(1, lags + 1))).sum()
    return float(chdtrc(freedom, statistic))
