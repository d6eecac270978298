"""Polars and DuckDB: group by the score, sort, and sum on; what a person with a table would write."""

from benchmarks.tasks import competitor, count_points, present

if present("polars"):
    import polars as pl

    def polars_counts(d):
        """Positives and rows at each distinct score, best first, and their running sums."""
        frame = pl.DataFrame({"s": d.score, "y": d.y}).group_by("s")
        cells = frame.agg(p=pl.col("y").sum(), n=pl.len().cast(pl.Int64))
        return cells.sort("s", descending=True).with_columns(
            tp=pl.col("p").cum_sum(), retrieved=pl.col("n").cum_sum()
        )

    @competitor("polars", "auc_ap")
    def polars_auc_ap(d):
        p, n, tp = pl.col("p"), pl.col("n"), pl.col("tp")
        sums = polars_counts(d).select(
            won=((n - p) * (tp - p / 2)).sum(), steps=(p * tp / pl.col("retrieved")).sum(),
            pos=p.sum(), neg=(n - p).sum(),
        )  # fmt: skip
        won, steps, pos, neg = sums.row(0)
        return won / pos / neg, steps / pos

    competitor("polars", "curve", lambda c: count_points(c[1], c[2] - c[1]))(
        lambda d: [column.to_numpy() for column in polars_counts(d)[["s", "tp", "retrieved"]]]
    )

if present("duckdb"):
    import duckdb

    CONNECTION = duckdb.connect(config={"threads": 1})
    CELLS = """with cells as (
        select s, sum(y)::bigint p, count(*) n from scores group by s), running as (
        select *, (sum(p) over falling)::bigint tp, (sum(n) over falling)::bigint retrieved
        from cells window falling as (order by s desc rows unbounded preceding))"""

    def duckdb_query(d, select):
        scores = {"s": d.score, "y": d.y}
        CONNECTION.register("scores", scores)
        return CONNECTION.execute(CELLS + select)

    @competitor("duckdb", "auc_ap")
    def duckdb_auc_ap(d):
        sums = """select sum((n - p) * (tp - p / 2)), sum(p * tp / retrieved),
                  sum(p)::bigint, sum(n - p)::bigint from running"""
        won, steps, pos, neg = duckdb_query(d, sums).fetchall()[0]
        return won / pos / neg, steps / pos

    @competitor("duckdb", "curve", lambda c: count_points(c["tp"], c["retrieved"] - c["tp"]))
    def duckdb_curve(d):
        return duckdb_query(d, "select s, tp, retrieved from running order by s desc").fetchnumpy()
