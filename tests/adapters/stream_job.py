"""One run of a Spark stream over a folder of files, which may kill itself: see test_spark_stream."""

import json
import os
import signal
import sys
import time

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession, functions

from prspace.adapters.spark import _count_batch, start_stream
from prspace.adapters.store import PartStore, save_counts

SCHEMA = "time timestamp, score float, label boolean"
LOCAL = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "America/New_York",  # which has no say
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
}


def session(connect):
    "A session of two threads on this machine."
    builder = SparkSession.builder
    builder = builder.remote("local[2]") if connect else builder.master("local[2]")
    for key, value in LOCAL.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def kill(spark):
    "End Java and this process, as the loss of the machine would."
    os.kill(spark.sparkContext._gateway.proc.pid, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def kill_around(spark, moment, batch):
    "Let the store end everything just before or just after it writes one batch."
    write = PartStore.put

    def put(store, number, counts):
        if (moment, number) == ("before", batch):
            kill(spark)
        done = write(store, number, counts)
        if (moment, number) == ("after", batch):
            kill(spark)
        return done

    PartStore.put = put


class Told:
    "Notes what was told after each batch, one line each."

    def __init__(self, path):
        self.path = path

    def __call__(self, records):
        with open(self.path, "a", encoding="utf-8") as file:
            for r in records:
                rows = r.counts.n_pos + r.counts.n_neg
                print(json.dumps([r.batch, r.tag, str(r.start), rows]), file=file)


def rows_of(spark, folder):
    "The stream, four files at a time."
    return spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 4).parquet(f"{folder}/rows")


def native(spark, folder):
    "Spark's own windows, with a watermark of two minutes: rows per window it is willing to tell."
    minute = functions.window("time", "1 minute")
    counts = rows_of(spark, folder).withWatermark("time", "2 minutes").groupBy(minute).count()
    writer = counts.writeStream.outputMode("append").format("memory").queryName("native")
    writer.trigger(availableNow=True).start().awaitTermination()
    found = spark.table("native").select(functions.unix_micros("window.start").alias("s"), "count")
    return {row.s: row["count"] for row in found.collect()}


ASK = {"y_true": "y", "y_score": "s", "time": "at", "window": "30 seconds", "nan_policy": "omit"}
ASK |= {"sample_weight": None, "pos_label": None, "bits": 12}
CORNERS = [
    {},
    {"bits": None},
    {"time": "plain"},
    {"time": "day", "window": "2 days"},
    {"time": "seconds", "window": 0.25, "bits": 9},
    {"time": "whole", "window": "1 minute"},
    {"time": "odd `name`.x"},
    {"time": None},
    {"sample_weight": "w"},
    {"y_true": "text", "pos_label": "spam"},
    {"y_true": "ham", "pos_label": "spam"},
    {"y_true": "nothing"},
    {"y_true": "ones", "y_score": "ones", "nan_policy": "raise", "time": "whole"},
    {"nan_policy": "raise"},
    {"y_true": "ones", "y_score": "ones", "nan_policy": "raise"},
    {"time": "endless"},
    {"time": "text"},
    {"y_true": "three", "pos_label": "a"},
    {"time": "absent"},
]


def corners(spark, folder):
    "A batch with everything that can be missing or odd, counted in all these ways."
    frame, refused = spark.read.parquet(f"{folder}/corners.parquet"), {}
    for k, ask in enumerate(CORNERS):
        try:
            save_counts(_count_batch(frame, **ASK | ask), f"{folder}/corner-{k}.parquet")
        except ValueError as error:
            refused[k] = str(error)
    assert len(_count_batch(frame.limit(0), **ASK)) == 0
    with open(f"{folder}/refused.json", "w", encoding="utf-8") as file:
        json.dump(refused, file)


TOO_LATE = "failed to connect back", "CANNOT_OPEN_SOCKET"


def started(spark, folder, tries=10):
    "The query; tried again where a busy machine misses the seconds Spark gives a worker to answer."
    try:
        return start_stream(
            rows_of(spark, folder),
            y_true="label",
            y_score="score",
            time="time",
            store=f"{folder}/store",
            checkpoint=f"{folder}/checkpoint",
            emit=Told(f"{folder}/told.jsonl"),
            compact_every=4,
            trigger={"availableNow": True},
        )
    except PySparkException as error:
        if tries == 1 or not any(sign in str(error) for sign in TOO_LATE):
            raise
        time.sleep(20)
        return started(spark, folder, tries - 1)


def main(folder, how="whole", batch=-1):
    "Count the files that are there and not yet counted."
    spark = session(how == "connect")
    if how in ("before", "after"):
        kill_around(spark, how, int(batch))
    started(spark, folder).awaitTermination()
    if os.path.exists(f"{folder}/corners.parquet"):
        corners(spark, folder)
    if how == "native":
        with open(f"{folder}/native.json", "w", encoding="utf-8") as file:
            json.dump(native(spark, folder), file)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
