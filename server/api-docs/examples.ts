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
    siren: {
      title: 'Send an alert from a siren, and its all clear (`send_alerts`)',
      language: 'js',
      text: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${siteUrl}', '${key}', { accessToken: async () => '${token}' })
const calendar = '${calendarId}'
const call = async (name, args) => {
  const { data, error } = await supabase.rpc(name, args)
  if (error) throw new Error(error.message)
  return data
}
const [{ people }] = await call('get_alert_audience', { p_calendar_id: calendar })
const [{ event_id, mailing_id }] = await call('send_new_alert', {
  p_key: crypto.randomUUID(),
  p_calendar_id: calendar,
  p_headline: 'Tornado warning',
  p_message: 'Take shelter now. Stay away from windows.',
  p_until: new Date(Date.now() + 60 * 60 * 1000),
  p_people: people,
})
await call('follow_up_alert', {
  p_key: crypto.randomUUID(),
  p_event_id: event_id,
  p_kind: 'all_clear',
  p_message: 'The danger is over.',
})
console.log(JSON.stringify({ people, mailing_id }))`,
    },
    school: {
      title: "Add families from a school's list, and read what was sent (writing, contacts, `read_mailings`)",
      language: 'js',
      text: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${siteUrl}', '${key}', { accessToken: async () => '${token}' })
const families = ['mira@example.org', 'sam@example.org'].map((address) => ({
  calendar_id: '${calendarId}',
  contact_type: 'email',
  contact_value: address,
  tags: ['Grade 3'],
}))
const added = await supabase
  .from('calendar_contacts')
  .upsert(families, { onConflict: 'calendar_id,contact_type,normalised', ignoreDuplicates: true })
const sent = await supabase
  .from('mailings')
  .select('id, kind, day, state, sent_people')
  .eq('calendar_id', '${calendarId}')
  .order('created_at', { ascending: false })
  .limit(10)
console.log(JSON.stringify(added.error ?? sent.error ?? sent.data))`,
    },
    desk: {
      title: 'A registration desk: who comes, one more, and who has come (`read_answers`, `record_answers`)',
      language: 'js',
      text: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient('${siteUrl}', '${key}', { accessToken: async () => '${token}' })
const dataOf = async (request) => {
  const { data, error } = await request
  if (error) throw new Error(error.message)
  return data
}
const asking = supabase.from('event_rsvps').select('event_id').eq('calendar_id', '${calendarId}').eq('is_open', true)
const [{ event_id }] = await dataOf(asking.limit(1))
await dataOf(supabase.rpc('record_rsvp', { p_event_id: event_id, p_name: 'Olga Ortiz', p_answer: 'going', p_party: 2 }))
const answers = await dataOf(
  supabase.from('rsvp_answers').select('id, name, answer, party, checked_in_at').eq('event_id', event_id).order('name'),
)
const olga = answers.find(({ name }) => name === 'Olga Ortiz')
await dataOf(supabase.rpc('check_in_rsvp', { p_answer_id: olga.id }))
const [counts] = await dataOf(supabase.rpc('get_rsvp_counts', { p_event_id: event_id }))
console.log(JSON.stringify({ answers, counts }))`,
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
