#!/bin/sh
# Copies the events of an .ics file into a calendar: TOWN=… KEY=… TOKEN=… CALENDAR=… sh sync.sh club.ics
set -eu
file=$1
stream=
work=$(mktemp -d)
trap 'kill $stream; rm -r "$work"' EXIT

# In a file, because everybody on this machine can see the arguments of a command.
cat > "$work/options" <<END
silent
show-error
fail-with-body
header = "apikey: $KEY"
header = "Authorization: Bearer $TOKEN"
END

# Says when the calendar has changed; here, because of us.
curl -K "$work/options" --no-buffer "$TOWN/functions/v1/calendar-stream?calendar_id=$CALENDAR" > "$work/stream" &
stream=$!
until grep -q '^event: open' "$work/stream"; do sleep 0.1; done

tr -d '\r' < "$file" | awk -v calendar="$CALENDAR" '
  function time(text) { return substr(text, 1, 4) "-" substr(text, 5, 2) "-" substr(text, 7, 5) ":" substr(text, 12, 2) ":" substr(text, 14) }
  function quoted(text) { gsub(/\\,/, ",", text); gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); return "\"" text "\"" }
  BEGIN { printf "[" }
  /^UID:/ { uid = substr($0, 5) }
  /^SUMMARY:/ { title = substr($0, 9) }
  /^DTSTART:/ { start = substr($0, 9) }
  /^DTEND:/ { end = substr($0, 7) }
  /^END:VEVENT/ {
    printf "%s{\"calendar_id\":\"%s\",\"category\":\"Event\",\"uid\":%s,\"title\":%s,\"start_time\":\"%s\",\"end_time\":\"%s\"}",
      comma, calendar, quoted(uid), quoted(title), time(start), time(end)
    comma = ","
  }
  END { printf "]" }' > "$work/events.json"

curl -K "$work/options" "$TOWN/rest/v1/events?on_conflict=calendar_id,uid" \
  -H 'Content-Type: application/json' -H 'Prefer: resolution=merge-duplicates' --data @"$work/events.json"

until grep -q '^event: events' "$work/stream"; do sleep 0.1; done
echo "the stream said that the calendar changed"
curl -K "$work/options" "$TOWN/rest/v1/events?select=uid&calendar_id=eq.$CALENDAR" -H 'Accept: text/csv' | tail -n +2 | grep -c . | sed 's/$/ events/'
