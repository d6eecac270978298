"""The query for other engines, run by Spark, against counts of the same arrays."""

import numpy as np
import pyarrow as pa
import pytest

from prspace.adapters.sql import counts_from_rows, counts_query
from prspace.counts import count_thresholds

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
}
PLACES = [0.0, -0.0, np.inf, -np.inf, 5e-324, -5e-324, 1e-312, 0.5, 1.0, 1e-290, 1e273, 2e273]


@pytest.fixture(scope="module")
def spark():
    """A session with two workers."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]")
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def arrays(spark):
    """Scores of every size and their neighbors, in a view called many."""
    rng = np.random.default_rng(84)
    sizes = 10.0 ** rng.uniform(-300, 300, 2000) * rng.choice([-1, 1], 2000)
    near = rng.random(2000) ** 9
    some = np.r_[sizes, rng.random(2000), near, 1 - near, PLACES]
    score = np.r_[some, np.nextafter(some, np.inf), np.nextafter(some, -np.inf)]
    label = (rng.random(len(score)) < 0.4).astype(int)
    columns = {"y": label, "s": score, "w": rng.integers(0, 4, len(score)),
               "part": rng.integers(0, 3, len(score))}  # fmt: skip
    spark.createDataFrame(pa.table(columns)).createOrReplaceTempView("many")
    return columns


@pytest.mark.parametrize(("bits", "weight"), [(12, "w"), (None, None)])
def test_same_counts_as_arrays(spark, arrays, bits, weight):
    """Cells, their ends and their items, bit for bit."""
    ask = {"sample_weight": weight, "bits": bits, "dialect": "spark"}
    rows = spark.sql(counts_query("many", y_true="y", y_score="s", **ask))
    weights = None if weight is None else arrays[weight]
    want = count_thresholds(arrays["y"], arrays["s"], sample_weight=weights)
    assert counts_from_rows(rows, bits=bits) == (want if bits is None else want.coarsen(bits=bits))


def test_parts(spark, arrays):
    """By a column, as rows and as an Arrow table."""
    query = counts_query("many", y_true="y", y_score="s", by=["part"], dialect="spark")
    rows = spark.sql(query)
    parts, again = counts_from_rows(rows.collect()), counts_from_rows(rows.toArrow())
    assert parts.names == again.names == (0, 1, 2) and parts.counts == again.counts
    assert parts.pooled() == count_thresholds(arrays["y"], arrays["s"]).coarsen(bits=12)


def test_missing_and_text(spark):
    """NULL and NaN are counted; quotes and backslashes are text."""
    word = "it's \\ \"n` é\n"
    rows = [(word, 0.5), ("b", 0.25), (word, None), (None, 0.3), (word, float("nan"))]
    view = spark.createDataFrame([*rows, (word, float("inf"))], "`la``bel` string, s double")
    view.createOrReplaceTempView("odd")
    ask = {"y_true": "la`bel", "y_score": "s", "pos_label": word, "dialect": "spark"}
    found = counts_from_rows(spark.sql(counts_query("odd", **ask)), nan_policy="omit")
    assert dict(found.dropped) == {"missing label": 1, "missing score": 2}
    assert found.threshold.tolist() == [np.inf, 0.5, 0.25] and found.pos.tolist() == [1, 1, 0]


def test_booleans_and_third_labels(spark):
    """True is a boolean; a third label is refused."""
    spark.createDataFrame(
        [(True, 2.0), (False, 1.0)], "y boolean, s double"
    ).createOrReplaceTempView("b")
    query = counts_query("b", y_true="y", y_score="s", pos_label=True, dialect="spark")
    assert counts_from_rows(spark.sql(query)).pos.tolist() == [1, 0]
    spark.createDataFrame([(0, 1), (1, 2), (2, 3)], "y int, s int").createOrReplaceTempView("three")
    with pytest.raises(ValueError, match="y_true must hold two labels"):
        counts_from_rows(spark.sql(counts_query("three", y_true="y", y_score="s", dialect="spark")))


NAMES = [
    'a"b',
    "a'b",
    "a`b",
    "x; DROP VIEW many; --",
    "é\u2028ü",
    "a\nb",
    "select",
    "a\\",
    "a\\`b",
    " ",
    "%s",
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_columns_and_labels_of_any_name(spark, name):
    """They are names and text to Spark, whatever signs they hold."""
    label = f"{name}1"
    table = pa.table({label: ["yes", name, "yes", name], name: [0.4, 0.3, 0.2, 0.1]})
    spark.createDataFrame(table).createOrReplaceTempView("odd")
    query = counts_query(
        "odd", y_true=label, y_score=name, pos_label=name, bits=None, dialect="spark"
    )
    want = count_thresholds([0, 1, 0, 1], [0.4, 0.3, 0.2, 0.1])
    assert counts_from_rows(spark.sql(query), bits=None) == want


def test_spark_does_replace_what_is_refused(spark):
    """The reason for the refusal: text in quotes is replaced before it is read."""
    assert spark.sql("SELECT '${spark.app.name}' AS x").first().x != "${spark.app.name}"
    with pytest.raises(ValueError, match="spark replaces"):
        counts_query("odd", y_true="y", y_score="${spark.app.name}", dialect="spark")
