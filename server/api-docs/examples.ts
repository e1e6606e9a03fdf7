// The examples of the documentation. A test runs each of them.

export type ExampleValues = { siteUrl: string; key: string; token: string; calendarId: string }
type Example = { title: string; language: 'js' | 'sh' | 'python'; text: string }

export function examples({ siteUrl, key, token, calendarId }: ExampleValues): Record<string, Example> {
  return {
    guest: {
      title: 'Read public calendars, with the official client',
      language: 'js',
      text: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${siteUrl}', '${key}')
const { data, error } = await supabase.from('calendars').select('id, name, city, events(title, start_time)').limit(10)
console.log(JSON.stringify(error ?? data))`,
    },
    upsert: {
      title: 'Synchronize events, with an access token',
      language: 'js',
      text: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${siteUrl}', '${key}', { accessToken: async () => '${token}' })
const events = [
  {
    calendar_id: '${calendarId}',
    uid: 'street-fair-2031@example.org',
    title: 'Street fair',
    category: 'Event',
    start_time: '2031-07-04T18:00:00Z',
    end_time: '2031-07-04T22:00:00Z',
  },
]
const { data, error } = await supabase.from('events').upsert(events, { onConflict: 'calendar_id,uid' }).select('id, title')
console.log(JSON.stringify(error ?? data))`,
    },
    read: {
      title: 'Read events, with curl',
      language: 'sh',
      text: `curl '${siteUrl}/rest/v1/events?select=title,start_time&calendar_id=eq.${calendarId}&order=start_time' \\
  -H 'apikey: ${key}' \\
  -H 'Authorization: Bearer ${token}'`,
    },
    write: {
      title: 'Upsert an event, with curl',
      language: 'sh',
      text: `curl -X POST '${siteUrl}/rest/v1/events?on_conflict=calendar_id,uid' \\
  -H 'apikey: ${key}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -H 'Prefer: resolution=merge-duplicates,return=representation' \\
  -d '{"calendar_id": "${calendarId}", "uid": "parade-2031@example.org", "title": "Parade", "category": "Event", "start_time": "2031-07-04T15:00:00Z", "end_time": "2031-07-04T16:00:00Z"}'`,
    },
    series: {
      title: 'Add a repeated event, with curl',
      language: 'sh',
      text: `curl -X POST '${siteUrl}/functions/v1/save-event' \\
  -H 'apikey: ${key}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"calendar_id": "${calendarId}", "event": {"title": "Choir", "category": "Event"}, "times": {"day": "2031-07-08", "start": "18:00", "end_day": "2031-07-08", "end": "20:00"}, "rrule": "FREQ=WEEKLY;COUNT=4"}'`,
    },
    import: {
      title: 'Import an iCalendar file, with curl',
      language: 'sh',
      text: `curl -X POST '${siteUrl}/functions/v1/import-events' \\
  -H 'apikey: ${key}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"calendar_id": "${calendarId}", "dry_run": true, "text": "BEGIN:VCALENDAR\\r\\nBEGIN:VEVENT\\r\\nUID:1@example.org\\r\\nSUMMARY:Bake sale\\r\\nDTSTART:20310705T150000Z\\r\\nEND:VEVENT\\r\\nEND:VCALENDAR"}'`,
    },
    stream: {
      title: 'Follow a calendar',
      language: 'js',
      text: `const answer = await fetch('${siteUrl}/functions/v1/calendar-stream?calendar_id=${calendarId}', {
  headers: { apikey: '${key}', Authorization: 'Bearer ${token}' },
})
for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
  console.log(text)
  if (text.includes('event: events')) break // Read the events again here.
}`,
    },
    webhook: {
      title: 'Check what a webhook receives, with Node',
      language: 'js',
      text: `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

/** Takes the headers in lower case, and the body as it came, before it is parsed. */
export function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!(Math.abs(Date.now() / 1000 - timestamp) < 300)) return false
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
    },
    webhookPython: {
      title: 'The same with Python',
      language: 'python',
      text: `import base64, hashlib, hmac, os, time

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def is_genuine(headers, body):
    """Takes the headers in lower case, and the bytes of the body as they came."""
    signed = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    is_new = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return is_new and any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split())`,
    },
  }
}
