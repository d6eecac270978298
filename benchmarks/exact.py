"""What a random sample gives on average, and how it varies, from the laws of its scores; by quadrature.

A positive whose score is exceeded by a share u of the positives is exceeded by a share f(u) of the
negatives. Of the other items the numbers above it are binomial and independent, which is all that
is used here.
"""

import numpy as np
from scipy import stats

from benchmarks.coverage import laws


def share_above(family, recall):
    """Share of the negatives that lie above the threshold with this recall."""
    pos, neg = laws(family)
    return neg.sf(pos.isf(np.asarray(recall, float)))


def slope_above(family, recall):
    """How fast that share grows with the recall."""
    pos, neg = laws(family)
    score = pos.isf(np.asarray(recall, float))
    return neg.pdf(score) / pos.pdf(score)


def nodes(depth, each, kink=0.5):
    """Nodes and weights of Gauss's rule on panels of 0 to 1 that halve toward both ends."""
    half = 0.5 ** np.arange(depth, 0, -1.0)
    edges = np.unique(np.r_[0.0, half, 1 - half, 1.0, kink])
    x, w = np.polynomial.legendre.leggauss(each)
    width = np.diff(edges)[:, None]
    return (edges[:-1, None] + width * (x + 1) / 2).ravel(), (width * w / 2).ravel()


def expected_areas(share, n_pos, n_neg):
    """Mean of four areas over samples without ties.

    Given the recall u of one positive, K other positives and M negatives lie above it. As
    1/a is the integral of t^(a-1) over 0 to 1, the mean of (K+1)/(K+1+M) is that of the mean of
    (K+1) t^(K+M), which is a product of two generating functions.
    """
    u, of_u = nodes(30, 8)
    t, of_t = nodes(30, 8)
    f, u, away = share(u)[:, None], u[:, None], 1 - t
    others = max(n_pos - 1, 0)
    pos = np.exp(others * np.log1p(-u * away))  # mean of t^K
    less = others * u * np.exp(max(others - 1, 0) * np.log1p(-u * away))  # mean of K t^(K-1)
    neg = np.exp(n_neg * np.log1p(-f * away))  # mean of t^M
    first = (np.exp(others * np.log1p(-u) + n_neg * np.log1p(-f)))[:, 0]  # nothing lies above

    def mean(values):
        return float(of_u @ values @ of_t)

    step = mean((pos + t * less) * neg)
    left = mean(less * neg) + float(of_u @ first)
    return {
        "average_precision": step,
        "left_step": left,
        "trapezoid": (step + left) / 2,
        "davis_goadrich": float(of_u @ first) + _along(t, (pos, less, neg), first, mean),
    }


def _along(t, means, first, mean):
    """Mean over s from 0 to 1 of (K+s)/(K+s+M), but for samples with K = M = 0, where it is 1."""
    pos, less, neg = means
    s, of_s = np.polynomial.legendre.leggauss(12)
    total = 0.0
    for x, w in zip((s + 1) / 2, of_s / 2, strict=True):
        above = (t * less + x * pos) * neg - x * first[:, None]
        total += float(w) * mean(above * t ** (x - 1))
    return total


def negatives_above(family, k, n_pos, n_neg, depth=30, each=6):
    """Chances of 0, 1 ... n_neg negatives above the k-th best positive.

    The recall at its score has the Beta law with parameters k and n_pos + 1 - k.
    """
    law = stats.beta(k, n_pos + 1 - k)
    q, w = nodes(depth, each, law.cdf(0.5))  # at recall .5 the offset-uniform law has a kink
    f = share_above(family, law.ppf(q))
    return w @ stats.binom.pmf(np.arange(n_neg + 1), n_neg, f[:, None])


def delta_variance(family, k, n_pos, n_neg):
    """Variance of the precision at the k-th best positive, to first order."""
    r = k / (n_pos + 1)
    f, slope = share_above(family, r), slope_above(family, r)
    of_negatives = n_neg * f * (1 - f)
    of_recall = (n_neg * slope) ** 2 * r * (1 - r) / (n_pos + 2)
    return (k / (k + n_neg * f) ** 2) ** 2 * (of_negatives + of_recall)
