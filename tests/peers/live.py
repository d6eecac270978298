"""Records against the programs themselves, on random rankings with ties: `make peers`."""

import random

import pytest

from prspace.compat import find_convention

KERAS = 'AUC(curve="PR"), '


def rankings(seed, number=60):
    "Labels of both classes, and probabilities with many or few ties."
    rng = random.Random(seed)
    while number:
        size, levels = rng.randint(2, 40), rng.choice([3, 10, 100, 10**6])
        scores = [rng.randint(0, levels) / levels for _ in range(size)]
        labels = [int(rng.random() < 0.2 + score / 2) for score in scores]
        if 0 < sum(labels) < size:
            number -= 1
            yield labels, scores


def check(record, labels, scores, found, tolerance=1e-12):
    "The record's number is the program's."
    assert abs(record.area(record.count(labels, scores)) - found) < tolerance, (labels, scores)


def test_river():
    from river.metrics import RollingPRAUC

    for labels, scores in rankings(1):
        metric = RollingPRAUC(window_size=1000)
        for label, score in zip(labels, scores, strict=True):
            metric.update(bool(label), score)
        check(find_convention("river"), labels, scores, metric.get())


def test_pycm():
    from pycm import PRCurve

    for labels, scores in rankings(2):
        shares = [[1 - score, score] for score in scores]
        curve = PRCurve(actual_vector=labels, probs=shares, classes=[0, 1])
        check(find_convention("pycm"), labels, scores, curve.area()[1])


def test_trec_eval():
    """Document ids fall with position, so that the first of tied items has the greatest."""
    from pytrec_eval import RelevanceEvaluator

    for labels, scores in rankings(3):
        names = [f"d{len(labels) - k:04}" for k in range(len(labels))]
        relevant = {"q": dict(zip(names, labels, strict=True))}
        found = RelevanceEvaluator(relevant, {"map"}).evaluate(
            {"q": dict(zip(names, scores, strict=True))}
        )
        check(find_convention("trec_eval"), labels, scores, found["q"]["map"])


@pytest.mark.parametrize("method", ["interpolation", "minoring", "majoring"])
def test_keras(method):
    """In single precision there."""
    from keras.metrics import AUC

    for labels, scores in rankings(4, 30):
        metric = AUC(curve="PR", summation_method=method)
        metric.update_state(labels, scores)
        record = find_convention("Keras", number=KERAS + method)
        check(record, labels, scores, float(metric.result()), 1e-6)


@pytest.fixture(scope="module")
def spark():
    """One local session with one partition."""
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[1]")
        .config("spark.ui.enabled", False)
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    yield session
    session.stop()


def area_in_spark(spark, labels, scores):
    "MLlib's area, with its default of 1000 bins."
    from pyspark.mllib.evaluation import BinaryClassificationMetrics

    pairs = [(float(s), float(y)) for y, s in zip(labels, scores, strict=True)]
    return BinaryClassificationMetrics(spark.sparkContext.parallelize(pairs, 1)).areaUnderPR


def test_spark(spark):
    record = find_convention("Spark MLlib", number="areaUnderPR (numBins=1000)")
    for labels, scores in rankings(5, 10):
        check(record, labels, scores, area_in_spark(spark, labels, scores))


@pytest.mark.parametrize("size", [1999, 2000, 3500])
def test_spark_groups_long_lists(spark, size):
    rng = random.Random(size)
    scores = [k / size for k in range(size)]
    labels = [int(rng.random() < 0.3 + score / 3) for score in scores]
    record = find_convention("Spark MLlib", number="areaUnderPR (numBins=1000)")
    check(record, labels, scores, area_in_spark(spark, labels, scores))
