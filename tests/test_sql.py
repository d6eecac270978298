"""The query for other engines, on DuckDB and SQLite, against counts of the same arrays."""

import sqlite3

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from prspace.adapters.sql import COLUMNS, DIALECTS, counts_from_rows, counts_query
from prspace.counts import count_thresholds

RNG = np.random.default_rng(84)
PLACES = [0.0, -0.0, np.inf, -np.inf, 5e-324, -5e-324, 1e-312, 0.5, 1.0, np.nextafter(1, 0)]
PLACES += [1e-290, 1e273, 1.9e273, 2e273, 1e290, np.finfo(float).max, np.finfo(float).min]


def scores():
    """Scores of every size, their neighbors, and the places where the key changes its form."""
    sizes = 10.0 ** RNG.uniform(-300, 300, 80) * RNG.choice([-1, 1], 80)
    near = RNG.random(60) ** 9
    some = np.r_[sizes, RNG.random(80), near, 1 - near, PLACES]
    with np.errstate(over="ignore"):
        return np.r_[some, np.nextafter(some, np.inf), np.nextafter(some, -np.inf)]


SCORE = scores()
LABEL = (RNG.random(len(SCORE)) < 0.4).astype(int)
WEIGHT = RNG.integers(0, 4, len(SCORE))
PART = RNG.integers(0, 3, len(SCORE))


def duck(**columns):
    """A DuckDB with a table t of these columns."""
    connection = duckdb.connect()
    connection.register("arrow", pa.table(columns))
    connection.execute("CREATE TABLE t AS SELECT * FROM arrow")
    return connection


def lite(**columns):
    """A SQLite with the same; its columns take what they are given."""
    connection = sqlite3.connect(":memory:")
    names = ", ".join("`" + name.replace("`", "``") + "`" for name in columns)
    connection.execute(f"CREATE TABLE t ({names})")
    rows = zip(*(pa.array(column).to_pylist() for column in columns.values()), strict=True)
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)
    return connection


OPEN = {"duckdb": duck, "sqlite": lite}


def count(engine, columns, bits=12, nan_policy="raise", **options):
    """Counts of a table, by the query and its rows."""
    connection = OPEN[engine](**columns)
    query = counts_query("t", y_true="y", y_score="s", bits=bits, dialect=engine, **options)
    try:
        rows = connection.execute(query).fetchall()
    finally:
        connection.close()
    return counts_from_rows(rows, bits=bits, nan_policy=nan_policy)


@pytest.mark.parametrize("engine", OPEN)
@pytest.mark.parametrize("bits", [2, 12, 32, None])
def test_same_counts_as_arrays(engine, bits):
    """Cells, their ends and their items, bit for bit, with weights and without."""
    columns = {"y": LABEL, "s": SCORE, "w": WEIGHT}
    for weight in (None, WEIGHT):
        want = count_thresholds(LABEL, SCORE, sample_weight=weight)
        want = want if bits is None else want.coarsen(bits=bits)
        found = count(engine, columns, bits, sample_weight=None if weight is None else "w")
        assert found == want and found.grid == bits
        assert found.pos.dtype == np.int64


@pytest.mark.parametrize("engine", OPEN)
def test_parts(engine):
    """Names of one column, and of two as tuples, in order; together they are all rows."""
    columns = {"y": LABEL, "s": SCORE, "part": PART, "odd": [str(i % 2) for i in PART]}
    want = count_thresholds(LABEL, SCORE).coarsen(bits=12)
    one, two = (count(engine, columns, by=by) for by in ("part", ["odd", "part"]))
    assert one.names == (0, 1, 2) and two.names == (("0", 0), ("0", 2), ("1", 1))
    assert one.pooled() == two.pooled() == want
    mine = PART == 1
    assert one[1] == count_thresholds(LABEL[mine], SCORE[mine]).coarsen(bits=12)


def test_rows_of_every_library():
    """Tuples, dictionaries, Arrow, pandas and Polars give one result."""
    connection = duck(y=LABEL, s=SCORE)
    query = counts_query("t", y_true="y", y_score="s")
    want = count_thresholds(LABEL, SCORE).coarsen(bits=12)
    arrow = connection.sql(query).to_arrow_table()
    named = arrow.to_pylist()
    upper = [{k.upper(): v for k, v in row.items()} for row in named]
    for rows in (arrow, named, upper, [tuple(r.values()) for r in named], arrow.to_pandas()):
        assert counts_from_rows(rows) == want
    assert counts_from_rows(connection.sql(query).pl()) == want
    assert counts_from_rows(arrow, bits=9) == want.coarsen(bits=9)
    assert tuple(arrow.column_names) == COLUMNS


ODD = {"y": [1, None, 0, None, 1, 0], "s": [0.5, 0.25, None, None, float("nan"), 0.125]}


@pytest.mark.parametrize("engine", OPEN)
def test_missing_is_counted(engine):
    """Label first where both are missing; SQLite's NaN is NULL."""
    found = count(engine, ODD, nan_policy="omit")
    assert dict(found.dropped) == {"missing label": 2, "missing score": 2}
    assert found.threshold.tolist() == [0.5, 0.125] and found.pos.tolist() == [1, 0]
    with pytest.raises(ValueError, match="y_true must not hold missing values: 2 rows"):
        count(engine, ODD)
    with pytest.raises(ValueError, match="y_score must not hold missing values: 1 row"):
        count(engine, {"y": [1, 0], "s": [None, 0.5]})
    weighted = ODD | {"w": [1, 0, 1, 1, 2, 3]}
    found = count(engine, weighted, nan_policy="omit", sample_weight="w")
    assert dict(found.dropped) == {"missing label": 1, "missing score": 2}
    assert found.n_pos == 1 and found.n_neg == 3


def test_missing_label_of_a_float_column():
    """NaN is no label, though engines differ on what it equals."""
    found = count("duckdb", {"y": [1.0, float("nan"), 0.0], "s": [3, 2, 1]}, nan_policy="omit")
    assert dict(found.dropped) == {"missing label": 1} and found.n_neg == 1


@pytest.mark.parametrize("engine", OPEN)
def test_a_part_may_lose_all_rows(engine):
    """It stays, empty, and says how many it dropped."""
    columns = {"y": [1, 0, None], "s": [0.5, 0.25, 0.1], "part": [1, 1, 2]}
    found = count(engine, columns, by="part", nan_policy="omit")
    assert found.names == (1, 2) and len(found[1]) == 0
    assert dict(found[1].dropped) == {"missing label": 1}
    with pytest.raises(ValueError, match="groups must not hold missing"):
        count(engine, columns | {"part": [1, 1, None]}, by="part", nan_policy="omit")


@pytest.mark.parametrize("engine", OPEN)
@pytest.mark.parametrize("text", ["it's", 'a "b" `c`', "back\\slash", "é\n;--", "'' OR 1=1"])
def test_text_is_quoted(engine, text):
    """Labels and names of any signs: nothing of them is read as SQL."""
    columns = {text: ["no", text, "no"], "s": [0.3, 0.2, 0.1]}
    connection = OPEN[engine](**columns)
    query = counts_query("t", y_true=text, y_score="s", pos_label=text, by=text, dialect=engine)
    parts = counts_from_rows(connection.execute(query).fetchall())
    connection.close()
    assert parts.names == tuple(sorted(["no", text]))
    assert sum(part.n_pos for part in parts) == 1 and parts.pooled().n_neg == 2


@pytest.mark.parametrize("pos_label", [True, np.True_])
def test_boolean_labels(pos_label):
    """A column of booleans takes True, of Python or of numpy."""
    found = count("duckdb", {"y": [True, False, None], "s": [2, 1, 0]}, nan_policy="omit",
                  pos_label=pos_label)  # fmt: skip
    assert (found.n_pos, found.n_neg) == (1, 1)


@pytest.mark.parametrize("engine", OPEN)
def test_labels_are_checked(engine):
    """Three labels, or none that is the positive one."""
    three = {"y": [0, 1, 2], "s": [1, 2, 3]}
    with pytest.raises(ValueError, match="y_true must hold two labels: beside pos_label .* 0, 2"):
        count(engine, three)
    with pytest.raises(ValueError, match="pos_label must be one of the labels: all are 'ham'"):
        count(engine, {"y": ["ham", "ham"], "s": [1, 2]}, pos_label="spam")
    one = count(engine, {"y": [0, 0], "s": [1, 2]})
    assert (one.n_pos, one.n_neg) == (0, 2)
    assert count(engine, {"y": [-1, 1], "s": [1, 2]}).n_pos == 1


@pytest.mark.parametrize("engine", OPEN)
@pytest.mark.parametrize("weight", [-1.0, float("inf"), None])
def test_weights_are_checked(engine, weight):
    """Negative, infinite and missing weights are refused with how many there are."""
    columns = {"y": [0, 1], "s": [1, 2], "w": [1.0, weight]}
    with pytest.raises(ValueError, match="sample_weight must be finite numbers, 0 or more: 1 are"):
        count(engine, columns, sample_weight="w")


def test_float_weights():
    """They add up as floats."""
    found = count("duckdb", {"y": [0, 1, 1], "s": [1, 2, 2], "w": [0.5, 0.25, 1.5]},
                  sample_weight="w")  # fmt: skip
    assert found.pos.tolist() == [1.75, 0] and found.neg.dtype == np.float64


@pytest.mark.parametrize("engine", OPEN)
def test_no_rows(engine):
    """An empty table, and one that loses all its rows, are no counts."""
    with pytest.raises(ValueError, match="at least one row to count"):
        count(engine, {"y": [], "s": []})
    with pytest.raises(ValueError, match="at least one row to count"):
        count(engine, {"y": [None], "s": [0.5]}, nan_policy="omit")


def test_sqlite_takes_no_unknown_name_for_text():
    """In double quotes it would, and every score would be 0."""
    connection = lite(y=[1], s=[0.5])
    query = counts_query("t", y_true="y", y_score="nope", dialect="sqlite")
    with pytest.raises(sqlite3.OperationalError, match="no such column"):
        connection.execute(query)
    connection.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"dialect": "oracle"}, "dialect must be one of duckdb, .*: got 'oracle'"),
        ({"bits": 1}, "bits must be a whole number from 2 to 32"),
        ({"pos_label": None}, "pos_label must be a bool, a number or text: got None"),
        ({"pos_label": float("nan")}, "pos_label must be a bool, a number or text: got nan"),
        ({"pos_label": "a\0b"}, "pos_label must be a bool, a number or text"),
        ({"y_score": ""}, "names must be text"),
        ({"y_score": 3}, "names must be text"),
    ],
)
def test_query_refuses(options, message):
    """What cannot be written."""
    with pytest.raises(ValueError, match=message):
        counts_query("t", **{"y_true": "y", "y_score": "s"} | options)


def test_rows_refuse():
    """Rows that are not those of the query, and an unknown policy."""
    with pytest.raises(ValueError, match="'missing_score' is not there"):
        counts_from_rows([(0.5, 0.5, 1, 2)])
    with pytest.raises(ValueError, match="nan_policy must be"):
        counts_from_rows([], nan_policy="drop")
    with pytest.raises(ValueError, match="each row must fit in one cell of 12 bits"):
        counts_from_rows([(0.1, 0.4, 1, 2, 0, 0, 0, None, None)])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_quotes_in_its_way(dialect):
    """Names of several parts, text, and floats that are no decimals."""
    query = counts_query(("db", "t"), y_true="y", y_score="s", pos_label="it's", dialect=dialect)
    quote = '"' if dialect in ("duckdb", "snowflake") else "`"
    assert f"FROM {quote}db{quote}.{quote}t{quote})" in query
    backslash = dialect in ("spark", "bigquery", "snowflake")
    assert ("label = 'it\\'s'" if backslash else "label = 'it''s'") in query
    assert f"CAST({quote}s{quote} AS {'FLOAT64' if dialect == 'bigquery' else 'DOUBLE'})" in query
