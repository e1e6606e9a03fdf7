// The examples of the documentation. A test runs each of them.

export type ExampleValues = { siteUrl: string; key: string; token: string; calendarId: string }
type Example = { title: string; language: 'js' | 'sh'; text: string }

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
  }
}
