"""Dataframes, files, clusters and streams as counts; stored counts."""
