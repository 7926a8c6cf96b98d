"""The tables of a study file, version 1. Every row carries the checksum of its values as its last column."""

import sqlite3

APPLICATION = 0x45564644  # "EVFD", marks our files
VERSION = 1
PAGE = 8192  # bytes; holds eight outcomes of a hundred rows with little left over

# the data, one packed array for each column; model files have it too
DATA_COLUMNS = (
    "CREATE TABLE data_column (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length INTEGER NOT NULL,"
    " content BLOB NOT NULL, checksum BLOB NOT NULL)"
)
TABLES = (
    # plan, its hash, when it was locked, description of the data, findings, versions: one text each
    "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum BLOB NOT NULL)",
    DATA_COLUMNS,
    # test rows of one fold of one repeat, stored once for all candidates
    "CREATE TABLE split (id INTEGER PRIMARY KEY, part TEXT NOT NULL, repeat INTEGER NOT NULL, fold INTEGER NOT NULL,"
    " train_size INTEGER NOT NULL, rows BLOB NOT NULL, checksum BLOB NOT NULL, UNIQUE (part, repeat, fold))",
    # what one candidate gave on one split: settings and messages as JSON, predictions and scores as packed arrays
    "CREATE TABLE outcome (id INTEGER PRIMARY KEY, split INTEGER NOT NULL, candidate TEXT NOT NULL,"
    " record TEXT NOT NULL, arrays BLOB NOT NULL, checksum BLOB NOT NULL, UNIQUE (split, candidate))",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, time TEXT NOT NULL, line TEXT NOT NULL, checksum BLOB NOT NULL)",
    # for each of the tables above: how many rows, and a checksum over theirs
    "CREATE TABLE head (name TEXT PRIMARY KEY, count INTEGER NOT NULL, checksum BLOB NOT NULL, time TEXT NOT NULL)",
)


def create_tables(connection: sqlite3.Connection) -> None:
    """Inside the transaction that is open."""
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    for statement in TABLES:
        connection.execute(statement)
