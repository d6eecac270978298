"""Records against the Python and Java programs of requirements-peers.lock: `make peers`."""

import contextlib
import io
import os
import random
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from prspace.compat import find_convention
from tests.peers.harness import Peer, compare, compare_roc_areas

KERAS = 'AUC(curve="PR"), '
SPARK = "areaUnderPR (numBins={})"


def each(number):
    "A program that takes one ranking at a time."
    return lambda inputs: [float(number(*ranking)) for ranking in inputs]


def sklearn_ap(labels, scores):
    from sklearn.metrics import average_precision_score

    return average_precision_score(labels, scores)


def sklearn_lines(labels, scores):
    from sklearn.metrics import auc, precision_recall_curve

    precision, recall, _ = precision_recall_curve(labels, scores)
    return auc(recall, precision)


def sklearn_roc(labels, scores):
    from sklearn.metrics import roc_auc_score

    return roc_auc_score(labels, scores)


def river(labels, scores):
    from river.metrics import RollingPRAUC

    metric = RollingPRAUC(window_size=1000)
    for label, score in zip(labels, scores, strict=True):
        metric.update(bool(label), score)
    return metric.get()


def pycm(labels, scores):
    from pycm import PRCurve

    shares = [[1 - score, score] for score in scores]
    return PRCurve(actual_vector=labels, probs=shares, classes=[0, 1]).area()[1]


def trec_eval(labels, scores):
    "Document ids fall with position, so that the first of tied items has the greatest."
    from pytrec_eval import RelevanceEvaluator

    names = [f"d{len(labels) - k:04}" for k in range(len(labels))]
    relevant = {"q": dict(zip(names, labels, strict=True))}
    run = {"q": dict(zip(names, scores, strict=True))}
    return RelevanceEvaluator(relevant, {"map"}).evaluate(run)["q"]["map"]


def keras(method, labels, scores):
    "In single precision there."
    os.environ.setdefault("KERAS_BACKEND", "numpy")
    from keras.metrics import AUC

    metric = AUC(curve="PR", summation_method=method)
    metric.update_state(labels, scores)
    return metric.result()


def coco(labels, scores):
    "One detection in each image; a positive lies on an object, a negative on nothing."
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    box, images = [0, 0, 10, 10], range(1, len(labels) + 1)
    what = {"category_id": 1, "bbox": box, "area": 100, "iscrowd": 0}
    truth, found = COCO(), dict(zip(images, scores, strict=True))
    with contextlib.redirect_stdout(io.StringIO()):
        truth.dataset = {
            "images": [{"id": k} for k in images],
            "categories": [{"id": 1}],
            "annotations": [{"id": k, "image_id": k, **what} for k in images if labels[k - 1]],
        }
        truth.createIndex()
        rows = [{"image_id": k, "category_id": 1, "bbox": box, "score": found[k]} for k in images]
        evaluation = COCOeval(truth, truth.loadRes(rows), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation.eval["precision"][0, :, 0, 0, -1].mean()


@cache
def weka_class(name):
    "A class of weka.jar."
    import jpype

    if not jpype.isJVMStarted():
        place = Path(find_spec("weka").origin).parent / "lib" / "*"
        jpype.startJVM(classpath=[str(place)])
    return jpype.JClass(name)


def weka(area, labels, scores):
    curve = weka_class("weka.classifiers.evaluation.ThresholdCurve")
    prediction = weka_class("weka.classifiers.evaluation.NominalPrediction")
    items = weka_class("java.util.ArrayList")()
    for label, score in zip(labels, scores, strict=True):
        items.add(prediction(float(label), [1 - score, score]))
    return getattr(curve, area)(curve().getCurve(items, 1))


@cache
def spark_session():
    "One local session with one partition, in a JVM that starts fast."
    from pyspark.sql import SparkSession

    options = {
        "driver.bindAddress": "127.0.0.1",
        "driver.host": "127.0.0.1",
        "driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
        "ui.enabled": False,
        "ui.showConsoleProgress": False,
    }
    builder = SparkSession.builder.master("local[1]")
    for name, value in options.items():
        builder = builder.config(f"spark.{name}", value)
    return builder.getOrCreate()


def spark(bins, labels, scores):
    "MLlib's area as spark.ml's evaluator calls it."
    from pyspark.ml.evaluation import BinaryClassificationEvaluator

    pairs = [(float(s), float(y)) for y, s in zip(labels, scores, strict=True)]
    rows = spark_session().createDataFrame(pairs, "score double, label double")
    return BinaryClassificationEvaluator(
        rawPredictionCol="score", metricName="areaUnderPR", numBins=bins
    ).evaluate(rows)


def long_list(size):
    "Distinct scores, enough of them for Spark to form groups."
    rng = random.Random(size)
    scores = [k / size for k in range(size)]
    return [int(rng.random() < 0.3 + score / 3) for score in scores], scores


LONG = tuple(map(long_list, (1999, 2000, 3500)))


def peer(package, run, seed, system, number=None, **options):
    "A program whose numbers come one by one."
    record = find_convention(system, number=number)
    return Peer(record, package, partial(version, package), each(run), seed, **options)


PEERS = (
    peer("scikit-learn", sklearn_ap, 7, "scikit-learn", "average_precision_score"),
    peer("scikit-learn", sklearn_lines, 7, "scikit-learn", "auc(recall, precision)"),
    peer("river", river, 1, "river"),
    peer("pycm", pycm, 2, "pycm"),
    peer("pytrec-eval-terrier", trec_eval, 3, "trec_eval"),
    peer("pycocotools", coco, 6, "COCO", more=(([1] * 20 + [0], [k / 20 for k in range(21)]),)),
    *(
        peer("keras", partial(keras, method), 4, "Keras", KERAS + method, tolerance=1e-6)
        for method in ("interpolation", "minoring", "majoring")
    ),
    *(
        peer("pyspark", partial(spark, n), 5, "Spark MLlib", SPARK.format(n), more=LONG)
        for n in (1000, 0)
    ),
    Peer(
        find_convention("WEKA"),
        "weka.jar",
        lambda: str(weka_class("weka.core.Version").VERSION),
        each(partial(weka, "getPRCArea")),
        8,
    ),
)


@pytest.mark.parametrize("peer", PEERS, ids=str)
def test_record_gives_what_the_program_prints(peer):
    compare(peer)


@pytest.mark.parametrize(
    "run", [sklearn_roc, partial(weka, "getROCArea")], ids=["scikit-learn", "WEKA"]
)
def test_roc_areas(run):
    compare_roc_areas(each(run))
