#!/usr/bin/env python3
"""Copies the events of an .ics file into a calendar: TOWN=… KEY=… TOKEN=… CALENDAR=… python3 sync.py club.ics"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timezone

town, key, token, calendar = (os.environ[name] for name in ("TOWN", "KEY", "TOKEN", "CALENDAR"))


def ask(path, body=None, **headers):
    headers = {"apikey": key, "Authorization": f"Bearer {token}", **headers}
    data = None if body is None else json.dumps(body).encode()
    try:
        return urllib.request.urlopen(urllib.request.Request(town + path, data, headers))
    except urllib.error.HTTPError as error:
        sys.exit(error.read().decode())


def read(file):
    for part in file.read().replace("\r\n", "\n").replace("\n ", "").split("BEGIN:VEVENT\n")[1:]:
        lines = dict(line.split(":", 1) for line in part.split("END:VEVENT")[0].splitlines())
        yield {
            "calendar_id": calendar,
            "category": "Event",
            "uid": lines["UID"],
            "title": lines["SUMMARY"].replace("\\,", ","),
            "start_time": time(lines["DTSTART"]),
            "end_time": time(lines["DTEND"]),
        }


def time(text):
    return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc).isoformat()


def wait_for(stream, event):
    for line in stream:
        if line.strip() == b"event: " + event:
            return


# Says when the calendar has changed; here, because of us.
stream = ask(f"/functions/v1/calendar-stream?calendar_id={calendar}")
wait_for(stream, b"open")

with open(sys.argv[1], encoding="utf-8", newline="") as file:
    events = list(read(file))
ask(
    "/rest/v1/events?on_conflict=calendar_id,uid",
    events,
    **{"Content-Type": "application/json", "Prefer": "resolution=merge-duplicates"},
)

wait_for(stream, b"events")
print("the stream said that the calendar changed")
query = urllib.parse.urlencode({"select": "uid", "calendar_id": f"eq.{calendar}"})
print(len(json.load(ask(f"/rest/v1/events?{query}"))), "events")
