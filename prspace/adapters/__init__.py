"""Dataframes, files, clusters and streams as counts; stored counts.

Modules: `store` and `file_format` save and load, `frame` counts dataframes,
`exact_counts` leaves their exact counts where they are, `files` counts files, `stream` batches,
`spark` Spark streams; `sql` writes the query for any other engine.
"""
