// Compares the columns' checks with the rules of forms and server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventCategories } from '#domain/categories.ts'
import { isBlank, isOneLine, isSeveralLines } from '#domain/characters.ts'
import { days, hours } from '#domain/durations.ts'
import { normaliseEmail } from '#domain/email-address.ts'
import { eventColumns } from '#domain/event-columns.ts'
import { guestAudiences } from '#domain/guest-audiences.ts'
import * as limits from '#domain/limits.ts'
import { mailingKinds } from '#domain/mailing-kinds.ts'
import { PHONE_PATTERN } from '#domain/phone-shape.ts'
import { normalisePhone } from '#domain/phones.ts'
import { citiesOf, stateNames, zoneOf } from '#domain/places.ts'
import { POLLS_OPEN_MAX } from '#domain/polls.ts'
import { textTimings, timings } from '#domain/recipient-choices.ts'
import { memberRoles } from '#domain/roles.ts'
import { eventProblemTexts } from '#domain/texts/events.ts'
import { ruleProblemTexts } from '#domain/texts/recurrence.ts'
import { isWebAddress } from '#domain/web-address.ts'
import { webhookKinds } from '#domain/webhooks.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { goodRules, refusedRules } from '#testing/rules.ts'
import { calendarScreenTexts } from '#web/features/calendars/texts.ts'
import { contactListTexts } from '#web/features/contacts/texts.ts'
import { membershipTexts } from '#web/features/members/texts.ts'
import { readCatalogue } from '../../scripts/schema-catalogue.ts'

let database: TestDatabase
before(async () => {
  database = await testDatabase({ max: 1 })
})
after(() => database.close())

/** Evaluates a SQL expression for each text. */
async function inSql<T>(expression: string, texts: string[]): Promise<T[]> {
  const { rows } = await database.pool.query(
    `select ${expression} as said from unnest($1::text[]) with ordinality as given (value, place) order by place`,
    [texts],
  )
  return rows.map(({ said }) => said)
}

/** Every character of the first two Unicode planes and the tags, without ideographs and private use. */
function everyCharacter(): string[] {
  const planes: [number, number][] = [
    [0x1, 0xd7ff],
    [0xe000, 0x1ffff],
    [0xdfff0, 0xe1010],
  ]
  return planes.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
}

function difference(texts: string[], ours: unknown[], theirs: unknown[]): string[] {
  return texts
    .filter((_, index) => ours[index] !== theirs[index])
    .map((text) => [...text].map((c) => `U+${c.codePointAt(0)?.toString(16)}`).join(' '))
}

test('database and forms agree on which characters are visible and which break lines', async () => {
  const characters = everyCharacter()
  const rules: [string, (text: string) => boolean][] = [
    ['private.is_visible(value)', (text) => !isBlank(text)],
    ['private.is_one_line(value)', isOneLine],
    ['private.is_several_lines(value)', isSeveralLines],
  ]
  for (const [expression, rule] of rules) {
    assert.deepEqual(difference(characters, characters.map(rule), await inSql(expression, characters)), [], expression)
  }
})

test('database and forms trim the same characters', async () => {
  const around = everyCharacter().filter((character) => character.codePointAt(0)! < 0x10000)
  const texts = around.map((character) => `${character}a${character}`)
  assert.deepEqual(
    difference(
      around,
      texts.map((text) => text.trim()),
      await inSql('private.trimmed(value)', texts),
    ),
    [],
  )
})

const addresses = [
  'ann@example.org',
  ' Ann@Example.ORG ',
  'a@b',
  '@x.org',
  'a@@b.org',
  'a@x.org.',
  'a.@x.org',
  '.a@x.org',
  'a..b@x.org',
  '"a b"@x.org',
  'a@[127.0.0.1]',
  'a@x.org\r\nBcc: b@x.org',
  'a+tag@x.org',
  "o'neil@x.org",
  'a@-x.org',
  'a@x-.org',
  'a@x.o',
  'a@x.123',
  'a@1.org',
  `${'x'.repeat(64)}@x.org`,
  `${'x'.repeat(65)}@x.org`,
  `a@${'x'.repeat(63)}.org`,
  `a@${'x'.repeat(64)}.org`,
  `a@${'x.'.repeat(125)}org`,
  'ü@x.org',
  'a@x.org,b@x.org',
  'Name <a@x.org>',
  'a@x..org',
  'a b@x.org',
  '',
  'a',
  'a@xn--bcher-kva.example',
]

test('database and forms accept the same email addresses', async () => {
  const ours = addresses.map((text) => normaliseEmail(text))
  const theirs = await inSql<string | null>(
    "case when private.is_email(private.normalised_address('email', value)) then private.normalised_address('email', value) end",
    addresses,
  )
  assert.deepEqual(theirs, ours)
  assert.ok(ours.some((address) => address === null) && ours.some((address) => address !== null))
})

test('database and forms normalize phone numbers alike', async () => {
  const numbers = ['+15125550123', '15125550123', '5125550123', '+442079460000', '442079460000', '+4930901820']
  assert.ok(numbers.every((number) => PHONE_PATTERN.test(number)))
  assert.deepEqual(
    await inSql("private.normalised_address('phone', value)", numbers),
    numbers.map((number) => normalisePhone(number)),
  )
})

test('database and forms reject the same repetitions with the same message', async () => {
  const rules = [...refusedRules, ...goodRules.map((text): [string, null] => [text, null])]
  const said = await inSql<string | null>(
    'private.rrule_problem(value)',
    rules.map(([text]) => text),
  )
  assert.deepEqual(
    rules.map(([text], index) => [text, said[index]]),
    rules.map(([text, problem]) => [text, problem && ruleProblemTexts[problem]]),
  )
})

test('database and forms accept the same links', async () => {
  const links = [
    'https://a.org',
    'http://a.org/x?y#z',
    'HTTPS://A.org',
    'javascript:alert(1)',
    'https://me:pw@a.org',
    'https://a.org/@me',
    'ftp://a.org',
    'https:\\\\a.org',
    'https://a.org/ b',
    'https://',
    `https://a.org/${'x'.repeat(2048)}`,
    'data:text/html,x',
    '//a.org',
    'https://a.org:8443/x',
  ]
  for (const [table, column] of [
    ['calendars', 'external_calendar_url'],
    ['events', 'link_url'],
    ['event_series', 'link_url'],
  ] as const) {
    const { rows } = await database.pool.query(
      'select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = $1',
      [`${table}_${column}_check`],
    )
    assert.deepEqual(await inSql(rows[0].rule.replaceAll(column, 'value'), links), links.map(isWebAddress), table)
  }
})

type Length = [table: string, check: string, max: number]

test('database and forms have the same length limits and lists', async () => {
  const { tables } = await readCatalogue(database.pool)
  const checkOf = (table: string, name: string) =>
    tables.find((one) => one.name === table)?.constraints.find((constraint) => constraint.name === name)?.definition ??
    ''
  const textsOfEvents = Object.entries(eventColumns).flatMap(([column, described]) =>
    'text' in described ? [{ column, max: described.text.max }] : [],
  )
  const lengths: Length[] = [
    ...textsOfEvents.map(({ column, max }): Length => ['events', `events_${column}_check`, max]),
    ...textsOfEvents.map(({ column, max }): Length => ['event_series', `event_series_${column}_check`, max]),
    ['profiles', 'profiles_display_name_check', limits.DISPLAY_NAME_MAX],
    ['calendars', 'calendars_name_check', limits.CALENDAR_NAME_MAX],
    ['calendars', 'calendars_description_check', limits.CALENDAR_DESCRIPTION_MAX],
    ['calendars', 'calendars_external_calendar_url_check', limits.WEB_ADDRESS_MAX],
    ['event_images', 'event_images_bytes_check', limits.EVENT_IMAGE_BYTES_MAX],
    ['places', 'places_state_check', limits.STATE_MAX],
    ['places', 'places_city_check', limits.CITY_MAX],
    ['calendar_contacts', 'calendar_contacts_value_check', limits.EMAIL_MAX],
    ['calendar_contacts', 'calendar_contacts_name_check', limits.CONTACT_NAME_MAX],
  ]
  for (const [table, name, max] of lengths) assert.match(checkOf(table, name), new RegExp(`<= ${max}\\b`), name)
  assert.match(
    checkOf('calendars', 'calendars_sendgrid_template_id_check'),
    new RegExp(`\\{1,${limits.TEMPLATE_ID_MAX}\\}`),
  )
  const lists: [string, string, readonly string[]][] = [
    ['events', 'events_category_check', eventCategories],
    ['calendar_contacts', 'calendar_contacts_type_check', ['email', 'phone']],
    ['calendar_members', 'calendar_members_role_check', memberRoles],
  ]
  for (const [table, name, values] of lists) {
    assert.deepEqual(
      Array.from(checkOf(table, name).matchAll(/'([^']+)'::text/g), (match) => match[1]),
      [...values],
    )
  }
  const notifyAt = tables.find(({ name }) => name === 'calendars')?.columns.find(({ name }) => name === 'notify_at')
  assert.match(notifyAt?.default ?? '', /^'08:00:00'/)
})

test('deleted rows can be restored for as long as the screens say', async () => {
  const { functions } = await readCatalogue(database.pool)
  const kept = ['restore_calendar', 'get_deleted_calendars', 'restore_event', 'purge_deleted']
  for (const name of kept) {
    const definition = functions.find(({ signature }) => signature.includes(`.${name}(`))?.definition ?? ''
    const spans = [...definition.matchAll(/interval '([^']+)'/g)].map(([, span]) => span)
    assert.ok(spans.length > 0, name)
    for (const span of spans) assert.equal(span, `${limits.KEPT_WHEN_DELETED_MS / days(1)} days`, name)
  }
})

test('triggers and forms use the same messages', async () => {
  const { tables, functions } = await readCatalogue(database.pool)
  const bodies = functions.map(({ definition }) => definition).join('\n')
  const sentences = [
    calendarScreenTexts.trialLimit.body,
    calendarScreenTexts.emailConfirmationRequired.body,
    membershipTexts.lastAdmin.body,
    contactListTexts.trialLimit.body,
    eventProblemTexts.noRecipients.title,
    eventProblemTexts.noRecipients.body,
    eventProblemTexts.pastDay.title,
    eventProblemTexts.pastDay.body,
    eventProblemTexts.pastEvent.title,
    eventProblemTexts.pastEvent.body,
  ]
  for (const sentence of sentences) assert.ok(bodies.includes(`'${sentence}'`), sentence)
  assert.equal(limits.TRIAL_CALENDARS, 1)
  assert.equal(limits.CONFIRMATION_LIFETIME_MS, 72 * 60 * 60 * 1000)
  const lifetimes = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => column.name === 'expires_at' && column.default).map((column) => [name, column.default]),
  )
  assert.deepEqual(lifetimes, [
    ['pending_contact_confirmations', "(now() + '72:00:00'::interval)"],
    ['phone_confirmations', "(now() + '72:00:00'::interval)"],
  ])
})

test('database and program have the same kinds of mailings, times and webhooks', async () => {
  const { tables, functions } = await readCatalogue(database.pool)
  const listed = (text: string | undefined) =>
    [...(text ?? '').matchAll(/'([a-z_]+(?:\.[a-z]+)?)'/g)].map(([, one]) => one)
  const checkOf = (name: string) =>
    listed(tables.flatMap(({ constraints }) => constraints).find((one) => one.name === name)?.definition)
  const bodyOf = (name: string) => functions.find(({ signature }) => signature.startsWith(`${name}(`))?.definition
  assert.deepEqual(checkOf('mailings_kind_check'), mailingKinds)
  assert.deepEqual(
    new Set(checkOf('mailing_events_kind_check')),
    new Set([...mailingKinds.filter((kind) => kind !== 'change' && kind !== 'message'), 'update', 'all_clear']),
  )
  assert.deepEqual(
    new Set(checkOf('contact_preferences_timing_check').filter((one) => one !== 'email')),
    new Set(timings),
  )
  assert.deepEqual(listed(/not in \((.*?)\)/.exec(bodyOf('public.set_my_reminder') ?? '')?.[1]), textTimings)
  assert.deepEqual(
    checkOf('event_messages_audience_check').filter((one) => one !== 'text'),
    guestAudiences,
  )
  assert.deepEqual(listed(bodyOf('private.are_webhook_kinds')), webhookKinds)
  assert.deepEqual(checkOf('webhook_deliveries_kind_check'), [...webhookKinds, 'test', 'changes.skipped'])
})

test('a reminder by text of an hour before comes when texts come, to the last moment', async () => {
  const { rows } = await database.pool.query(
    `select here, private.hour_before((here + interval '1 hour') at time zone 'America/Chicago', false, 'sms', 'America/Chicago')
       is not null as comes
     from unnest(array['07:59:59.9', '08:00', '20:59:59', '20:59:59.9', '21:00']) as hour,
       lateral (select date '2026-07-04' + hour::time as here) as clock
     order by here`,
  )
  assert.deepEqual(
    rows.map(({ comes }) => comes),
    [false, true, true, true, false],
  )
})

test('limits of the database are those of the program', async () => {
  const stored =
    'private.trial_contact_limit() as c, private.calendar_event_limit() as e, private.owner_picture_limit()::float as b, private.answer_limit() as r'
  const { TRIAL_CONTACTS: c, CALENDAR_EVENTS_MAX: e, OWNER_PICTURE_BYTES: b, ANSWERS_MAX: r } = limits
  assert.deepEqual((await database.pool.query(`select ${stored}`)).rows, [{ c, e, b, r }])
  const { rows: slots } = await database.pool.query('select private.slot_limit() as s')
  assert.deepEqual(slots, [{ s: limits.SLOTS_MAX }])
  const { rows: polls } = await database.pool.query('select private.poll_limit() as p')
  assert.deepEqual(polls, [{ p: POLLS_OPEN_MAX }])
  const { rows: hosts } = await database.pool.query(
    'select private.cohost_limit() as h, private.cohost_offer_limit() as o',
  )
  assert.deepEqual(hosts, [{ h: limits.EVENT_COHOSTS_MAX, o: limits.COHOST_OFFERS_MAX }])
  const pages = 'private.collection_limit() as l, private.collection_calendar_limit() as m'
  const { COLLECTIONS_MAX: l, COLLECTION_CALENDARS_MAX: m } = limits
  assert.deepEqual((await database.pool.query(`select ${pages}`)).rows, [{ l, m }])
  const messages = 'private.event_message_limit(true) as t, private.event_message_limit(false) as p'
  assert.deepEqual((await database.pool.query(`select ${messages}`)).rows, [
    { t: limits.EVENT_MESSAGES_ON_TRIAL, p: limits.EVENT_MESSAGES_WITH_PLAN },
  ])
  const strangers =
    'private.stranger_limit(true) as t, private.stranger_limit(false) as p, private.stranger_limit_of_trials() as a'
  const { STRANGERS_ON_TRIAL: t, STRANGERS_WITH_PLAN: p, STRANGERS_OF_TRIALS: a } = limits
  assert.deepEqual((await database.pool.query(`select ${strangers}`)).rows, [{ t, p, a }])
  const { functions } = await readCatalogue(database.pool)
  const bodyOf = (name: string) =>
    functions.find(({ signature }) => signature.startsWith(`${name}(`))?.definition ?? assert.fail(name)
  for (const name of ['private.admit_contact', 'public.import_contacts'])
    assert.match(bodyOf(name), /private\.trial_contact_limit\(\)/, name)
  const times = (name: string) =>
    new Set(Array.from(bodyOf(name).matchAll(/'(\d\d:\d\d)(?::00)?'/g), ([, time]) => time))
  assert.deepEqual(times('private.text_time'), new Set(['08:00', '21:00']))
})

test('rate limits that the database enforces are those of the table', async () => {
  const { functions } = await readCatalogue(database.pool)
  const enforced = Object.values(rateLimits).flatMap((limit) =>
    'in' in limit ? [{ function: limit.in as string, max: limit.max as number, hours: limit.per / hours(1) }] : [],
  )
  const found = functions.flatMap(({ signature, definition }) => {
    const [call, max, count, unit] =
      /private\.(?:take|require)_limit\([^,]+, (\w+), interval '(\d+) (hour|day)'/.exec(definition) ?? []
    if (!call) return []
    const [, declared = max] = new RegExp(`${max} constant integer := (\\d+)`).exec(definition) ?? []
    return {
      function: signature.split('(')[0] ?? '',
      max: Number(declared),
      hours: Number(count) * (unit === 'day' ? 24 : 1),
    }
  })
  const byFunction = (a: { function: string }, b: { function: string }) => (a.function < b.function ? -1 : 1)
  assert.deepEqual(found.sort(byFunction), enforced.sort(byFunction))
})

test('database and forms have the same places, each in a valid time zone', async () => {
  const { rows } = await database.pool.query('select state, city, time_zone from public.places')
  const listed = stateNames.flatMap((state) => citiesOf(state).map((city) => `${state}/${city} ${zoneOf(state, city)}`))
  assert.deepEqual(rows.map(({ state, city, time_zone }) => `${state}/${city} ${time_zone}`).sort(), listed.sort())
  const unknown = await database.pool.query(
    'select distinct time_zone from public.places where time_zone not in (select name from pg_timezone_names)',
  )
  assert.deepEqual(unknown.rows, [])
})
