// Random requests to every endpoint but the data API: valid input, which is then mutated.
import type { Dice } from './dice.ts'
import type { Request } from './rest.ts'
import { nasty, valueFor } from './values.ts'

export type Endpoint = { method: string; path: string }
export type Inputs = {
  ids: string[]
  calendars: string[]
  emails: string[]
  /** As its provider would send it, signed, where a door asks for that. */
  sign(path: string, body: string): { headers: Record<string, string>; body: string } | undefined
}

/** What a door expects, by the end of its path; where nothing is written, some of the words that others expect. */
const sensible: Record<string, (dice: Dice, inputs: Inputs) => Record<string, unknown>> = {
  '/signup': (dice, inputs) => ({
    email: email(dice, inputs),
    password: password(dice),
    data: { display_name: 'Ann' },
  }),
  '/token': (dice, inputs) => ({ email: email(dice, inputs), password: password(dice), refresh_token: secret(dice) }),
  '/recover': (dice, inputs) => ({ email: email(dice, inputs) }),
  '/resend': (dice, inputs) => ({
    type: dice.pick(['signup', 'signup', 'email_change', 'sms']),
    email: email(dice, inputs),
  }),
  '/verify': (dice, inputs) => ({
    type: dice.pick(['signup', 'recovery', 'email', 'email_change']),
    token: secret(dice),
    token_hash: secret(dice),
    email: email(dice, inputs),
    code: '123456',
    challenge_id: dice.pick(inputs.ids),
  }),
  '/user': (dice, inputs) =>
    dice.pick([{ data: { display_name: 'Bo' } }, { password: password(dice) }, { email: email(dice, inputs) }]),
  '/logout': () => ({}),
  '/factors': (dice) => ({
    factor_type: dice.pick(['totp', 'phone', 'webauthn']),
    friendly_name: 'phone',
    issuer: 'x',
  }),
  '/challenge': () => ({}),
  '/recovery-codes': (dice) => ({ code: '123456', password: password(dice) }),
  '/delete-account': (dice, inputs) => ({
    password: password(dice),
    calendars: [{ id: dice.pick(inputs.calendars), action: 'transfer', to: dice.pick(inputs.ids) }],
    decisions: {},
  }),
  '/export': (dice) => ({ password: password(dice) }),
  '/send-contact-confirmation': (dice, inputs) => ({
    email: email(dice, inputs),
    phone: '+15125550123',
    consent: true,
    calendar_id: dice.pick(inputs.calendars),
    token: 'x',
    baseUrl: 'https://evil.example',
    proof: secret(dice),
  }),
  '/follow-challenge': (dice, inputs) => ({ calendar_id: dice.pick(inputs.calendars), email: email(dice, inputs) }),
  '/get-confirmation': (dice) => ({ token: secret(dice) }),
  '/confirm-contact-subscription': (dice) => ({ token: secret(dice) }),
  '/opt-out': (dice, inputs) => ({
    email: email(dice, inputs),
    calendar_id: dice.pick(inputs.calendars),
    t: secret(dice),
  }),
  '/send-opt-out-link': (dice, inputs) => ({ address: email(dice, inputs), language: 'en' }),
  '/get-opt-out': (dice) => ({ token: secret(dice) }),
  '/undo-opt-out': (dice, inputs) => ({ token: `${dice.pick(inputs.ids)}${secret(dice)}`, undo: secret(dice) }),
  '/verify-recaptcha': (dice) => ({ token: secret(dice), action: dice.pick(['sign-up', 'sign-in', 'support']) }),
  '/send-contact-email': (dice, inputs) => ({
    firstName: 'Ann',
    lastName: 'Reader',
    email: email(dice, inputs),
    subject: 'Hello',
    message: 'Hello there',
    captchaToken: secret(dice),
    recaptchaToken: secret(dice),
  }),
  '/request-poll': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    poll_id: dice.pick(inputs.ids),
    email: email(dice, inputs),
    ...pollAnswer(dice),
  }),
  '/get-poll': (dice) => ({ token: secret(dice) }),
  '/answer-poll': (dice) => ({ token: secret(dice), ...pollAnswer(dice) }),
  '/request-suggestion': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    email: email(dice, inputs),
    ...suggested(),
  }),
  '/get-suggestion': (dice) => ({ token: secret(dice) }),
  '/answer-suggestion': (dice) => ({ token: secret(dice), ...suggested() }),
  '/accept-suggestion': (dice, inputs) => ({
    suggestion_id: dice.pick(inputs.ids),
    event: event(dice),
    times: { day: '2031-01-01', start: '18:00', end_day: '2031-01-01', end: '19:00', all_day: dice.maybe(0.3) },
  }),
  '/save-event': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    ...(dice.maybe(0.4)
      ? { event_id: dice.pick(inputs.ids), scope: dice.pick(['this', 'following', 'all']), notify: dice.maybe(0.5) }
      : {}),
    event: event(dice),
    times: {
      start: '2031-01-01T18:00:00Z',
      end: '2031-01-01T19:00:00Z',
      starts_on: '2031-01-01',
      starts_at: '18:00',
      ends_at: '19:00',
      all_day: false,
    },
    rrule: dice.pick([null, 'FREQ=DAILY;COUNT=3', 'FREQ=SECONDLY', 'FREQ=YEARLY;BYDAY=1MO']),
  }),
  '/import-events': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    text: dice.pick([
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:Fair\nDTSTART:20310101T180000Z\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT',
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:__proto__\nSUMMARY:\u0000x\nDTSTART;TZID=Nowhere:20310101T180000',
      'Title,Date\nFair,2031-01-01\n',
    ]),
    ...(dice.maybe(0.3) ? { csv: { columns: { title: 0, date: 1 } } } : {}),
    include_in_mailer: dice.maybe(0.5),
    dry_run: dice.maybe(0.3),
  }),
  '/delete-event': (dice, inputs) => ({
    event_id: dice.pick(inputs.ids),
    scope: dice.pick(['this', 'following', 'all']),
    notify: false,
  }),
  '/change-events': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    action: dice.pick(['cancel', 'postpone', 'still_on', 'category', 'mailer', 'delete', 'party']),
    events: [{ id: dice.pick(inputs.ids), updated_at: dice.pick(['2031-01-01T18:00:00Z', 'never']) }],
    reason: dice.pick([null, 'Rain', '\u0000x', 'x'.repeat(300)]),
    category: dice.pick(['FYI', 'Party']),
    include_in_mailer: dice.maybe(0.5),
    notify: dice.maybe(0.5),
    ...(dice.maybe(0.2)
      ? { undo: [{ id: dice.pick(inputs.ids), updated_at: '2031-01-01T18:00:00Z', before: {} }] }
      : {}),
    ...(dice.maybe(0.2) ? { restore: [dice.pick(inputs.ids)] } : {}),
  }),
  '/preview-email': (dice, inputs) => ({ calendar_id: dice.pick(inputs.calendars), event_data: event(dice) }),
  '/preview-alert': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    kind: dice.pick(['alert', 'update', 'all_clear']),
    ...event(dice),
  }),
  '/send-test': (dice, inputs) => ({ calendar_id: dice.pick(inputs.calendars), event_id: dice.pick(inputs.ids) }),
  '/ask-phone': (dice, inputs) => ({ contact_id: dice.pick(inputs.ids) }),
  '/add-my-phone': (dice, inputs) => ({
    calendar_id: dice.pick(inputs.calendars),
    phone: dice.pick(['+15125550142', '+525512345678', 'x']),
    consent: dice.maybe(0.7),
  }),
  '/find-address': () => ({ query: '1 Main Street' }),
  '/one-click': () => ({ 'List-Unsubscribe': 'One-Click' }),
  '/events': (dice, inputs) =>
    [
      {
        event: dice.pick(['bounce', 'delivered', 'spamreport', 'unsubscribe', 'nonsense']),
        email: email(dice, inputs),
        timestamp: 1,
        sg_message_id: 'x',
        sg_event_id: 'y',
        reference: dice.pick(inputs.ids),
      },
    ] as never,
  '/status': (dice) => ({
    MessageSid: `SM${'a'.repeat(32)}`,
    MessageStatus: dice.pick(['sent', 'delivered', 'failed', 'nonsense']),
    To: '+15125550123',
    ErrorCode: '30007',
  }),
  '/inbound': (dice) => ({
    MessageSid: `SM${'b'.repeat(32)}`,
    From: '+15125550123',
    To: '+15125550100',
    Body: dice.pick(['STOP', 'YES', 'HELP', 'START', 'hi', '']),
  }),
}

const email = (dice: Dice, { emails }: Inputs) =>
  dice.maybe(0.4) ? dice.pick(emails) : `fuzz${Math.floor(dice.next() * 1e9)}@example.org`
const password = (dice: Dice) => dice.pick(['Ring.the.bell.1', 'Ring.the.bell.2', 'wrong', 'short', 'Password1!'])
const secret = (dice: Dice) => dice.pick(['guess', 'a'.repeat(43), 'eyJhbGciOiJub25lIn0.e30.', '', '%00', "' or 1=1"])
const pollAnswer = (dice: Dice) => ({ name: 'Rosa', choices: [dice.pick(['yes', 'maybe', 'no']), 'no'] })

const suggested = () => {
  const times = { day: '2031-01-01', start: '18:00', end_day: '2031-01-01', end: '19:00', all_day: false }
  return {
    title: 'Fair',
    description: 'x',
    location_name: 'Hall',
    link_url: 'https://fair.example',
    name: 'Ann',
    ...times,
  }
}
const event = (dice: Dice) => ({
  title: 'Block party',
  description: dice.pick([null, 'Bring a chair']),
  category: dice.pick(['Event', 'Alert', 'Party']),
  start_time: '2031-01-01T18:00:00Z',
  end_time: '2031-01-01T19:00:00Z',
  location: null,
  include_in_mailer: true,
  all_day: dice.maybe(0.2),
  status: 'confirmed',
})

const forms = /^\/(webhooks\/twilio|opt-out\/one-click)/

export function endpointRequest(dice: Dice, inputs: Inputs, endpoints: Endpoint[]): Request & { endpoint: string } {
  const endpoint = dice.pick(endpoints)
  const method = dice.maybe(0.93)
    ? endpoint.method
    : dice.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'])
  const path = fillIn(dice, inputs, endpoint.path) + query(dice, inputs, endpoint.path)
  if (method === 'GET' || method === 'HEAD')
    return { endpoint: `${endpoint.method} ${endpoint.path}`, method, path, headers: {} }
  const ending = Object.keys(sensible).find((end) => endpoint.path.endsWith(end))
  const whole = bend(dice, ending ? (sensible[ending]?.(dice, inputs) ?? {}) : {}, inputs)
  const isForm = forms.test(endpoint.path) || dice.maybe(0.03)
  const body = dice.maybe(0.05)
    ? dice.pick(['', '{', 'null', '[]', '7', '{"a":1e400}', '\u0000', '{"__proto__":{"x":1}}'])
    : isForm && !Array.isArray(whole)
      ? new URLSearchParams(
          Object.entries(whole).map(([name, value]): [string, string] => [name, textOf(value)]),
        ).toString()
      : JSON.stringify(whole)
  const type = isForm
    ? 'application/x-www-form-urlencoded'
    : dice.maybe(0.95)
      ? 'application/json'
      : dice.pick(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x', ''])
  const signed = dice.maybe(0.8) ? inputs.sign(path, body) : undefined
  return {
    endpoint: `${endpoint.method} ${endpoint.path}`,
    method,
    path,
    headers: { 'content-type': type },
    body,
    ...signed,
  }
}

/** One thing of it left out, replaced, wrapped, or added to. */
function bend(dice: Dice, whole: Record<string, unknown>, { ids }: Inputs): Record<string, unknown> {
  if (Array.isArray(whole) || dice.maybe(0.4)) return whole
  const bent = { ...whole }
  const names = Object.keys(bent)
  const name = names.length > 0 ? dice.pick(names) : 'x'
  const way = dice.pick(['drop', 'nasty', 'nasty', 'type', 'wrap', 'add'])
  if (way === 'drop') delete bent[name]
  if (way === 'nasty') bent[name] = dice.pick(nasty)
  if (way === 'type')
    bent[name] = valueFor(dice, dice.pick(['uuid', 'boolean', 'integer', 'date', 'jsonb', 'text']), ids)
  if (way === 'wrap') bent[name] = dice.pick([[bent[name]], { $ne: bent[name] }])
  if (way === 'add') bent[dice.pick(['role', 'trial', 'user_id', 'constructor', 'app_metadata'])] = dice.pick(nasty)
  return bent
}

/** A path's `:names`, as those who answer it would be asked for. */
function fillIn(dice: Dice, { ids, calendars }: Inputs, path: string): string {
  const id = () =>
    dice.pick([
      dice.pick(ids),
      dice.pick(calendars),
      '10001',
      '0',
      'x',
      '%00',
      '..%2f..',
      'a'.repeat(300),
      '%F0%9F%98%80',
      "'",
    ])
  return path
    .replace(/:file(\{[^}]*\})?/g, () => `${id()}${dice.pick(['.ics', '.rss', '.json', '.ICS', '.exe', ''])}`)
    .replace(/:\w+(\{[^}]*\})?/g, id)
    .replace('*', id)
}

function query(dice: Dice, inputs: Inputs, path: string): string {
  const words: [string, string][] = []
  if (path.endsWith('/token'))
    words.push(['grant_type', dice.pick(['password', 'refresh_token', 'id_token', 'pkce', ''])])
  if (path.endsWith('/verify') || path === '/confirm-contact' || path.endsWith('/get-confirmation'))
    words.push(
      ['token', secret(dice)],
      ['type', dice.pick(['signup', 'recovery'])],
      ['redirect_to', dice.pick(['/dashboard', '//evil.example', 'javascript:alert(1)'])],
    )
  if (path.endsWith('/add-event-image')) words.push(['calendar_id', dice.pick(inputs.calendars)])
  if (path.includes('one-click'))
    words.push(
      ['c', dice.pick(inputs.calendars)],
      ['e', Buffer.from(dice.pick(inputs.emails)).toString('base64url')],
      ['t', secret(dice)],
    )
  if (path === '/opt-out')
    words.push(['email', dice.pick(inputs.emails)], ['calendar', dice.pick(inputs.calendars)], ['undo', secret(dice)])
  if (path.startsWith('/calendar') || path.startsWith('/locate'))
    words.push([
      dice.pick(['month', 'q', 'state', 'category', 'page']),
      dice.pick(['2031-01', '2031-13', '*anar*', 'Texas', 'Event', '-1']),
    ])
  if (dice.maybe(0.05))
    words.push([dice.pick(['apikey', 'select', 'a', '__proto__']), dice.pick(['x', '%', '\u0000', 'a'.repeat(500)])])
  return words.length > 0 && dice.maybe(0.9) ? `?${new URLSearchParams(words)}` : ''
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? ''))
