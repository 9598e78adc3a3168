# SPDX-License-Identifier: GPL-2.0-only
"""Bookings in SQLite, each of them durable."""

import sqlite3

with sqlite3.connect("bookings.db") as database:
    database.execute("create table booking (id integer primary key, text text)")
for number in range(200):
    with sqlite3.connect("bookings.db") as database:
        database.execute("insert into booking values (?, ?)", (number, "seat " * 100))
