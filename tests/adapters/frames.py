"""Tables as the dataframes of every library; which libraries each environment must run."""

import warnings

import pyarrow as pa


def arrow(table):
    "The table in Arrow's types."
    return pa.table({name: pa.array(values, kind) for name, (kind, values) in table.items()})


def pandas_numpy(table):
    return arrow(table).to_pandas()


def pandas_nullable(table):
    import pandas as pd

    kinds = {
        pa.int64(): pd.Int64Dtype(), pa.int8(): pd.Int8Dtype(), pa.float64(): pd.Float64Dtype(),
        pa.float32(): pd.Float32Dtype(), pa.bool_(): pd.BooleanDtype(), pa.string(): pd.StringDtype(),
    }  # fmt: skip
    return arrow(table).to_pandas(types_mapper=kinds.get)


def pandas_arrow(table):
    import pandas as pd

    return arrow(table).to_pandas(types_mapper=pd.ArrowDtype)


def polars_eager(table):
    import polars as pl

    return pl.from_arrow(arrow(table))


def polars_lazy(table):
    return polars_eager(table).lazy()


def duckdb_relation(table):
    import duckdb

    return duckdb.connect().from_arrow(arrow(table))


def dask_frame(table):
    import dask.dataframe as dd

    return dd.from_pandas(pandas_arrow(table), npartitions=2, sort=False)


def ibis_polars(table):
    import ibis

    connection = ibis.polars.connect()
    return connection.create_table("scores", polars_eager(table))


def ibis_duckdb(table):
    import ibis

    return ibis.duckdb.connect().create_table("scores", arrow(table))


CORE = {
    "pandas": pandas_numpy,
    "pandas nullable": pandas_nullable,
    "pandas Arrow": pandas_arrow,
    "pyarrow": arrow,
    "polars": polars_eager,
    "polars lazy": polars_lazy,
    "duckdb": duckdb_relation,
}
MORE = {"dask": dask_frame, "ibis polars": ibis_polars, "ibis duckdb": ibis_duckdb}

# what narwhals must say each of them is
SEEN_AS = {
    "pandas": "pandas", "pandas nullable": "pandas", "pandas Arrow": "pandas",
    "pyarrow": "pyarrow", "polars": "polars", "polars lazy": "polars", "duckdb": "duckdb",
    "dask": "dask", "ibis polars": "ibis", "ibis duckdb": "ibis",
    "spark": "pyspark", "spark connect": "pyspark_connect",
}  # fmt: skip


def seen_as(frame):
    "The library of a frame, as narwhals knows it, and whether it is lazy."
    import narwhals.stable.v2 as nw

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = nw.from_native(frame)
    return read.implementation.value, isinstance(read, nw.LazyFrame)
