// The documentation of the API as blocks, from which both /docs and docs/api.md are written. Everything that can be counted or listed
// comes from the catalogue, the schemas and the tables that the program itself uses.
import { ACCESS_TOKENS_MAX } from '#domain/access-tokens.ts'
import { PRODUCT_NAME } from '#domain/company.ts'
import { minutes } from '#domain/durations.ts'
import { errorCodes } from '#domain/errors.ts'
import { ALERT_CONFIRM_FROM, ANSWER_ROWS_MAX, FRESH_SIGN_IN_MS } from '#domain/limits.ts'
import { tokenScopes } from '#domain/token-scopes.ts'
import { accountWrites } from '#server/http/account-writes.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { STREAM_LIMITS } from '#server/http/stream-limits.ts'
import { tokenFunctions, tokenTables } from '#server/http/token-scope.ts'
import { type ExampleValues, examples } from './examples.ts'
import { schemaType } from './json-types.ts'
import { answerSchema, bodySchema, can, type FunctionDescription, whoMay } from './openapi.ts'
import type { ApiSchema, ApiTable, Caller, Right } from './read-schema.ts'

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }

export type GuideSource = {
  schema: ApiSchema
  functions: Record<string, FunctionDescription>
  values: ExampleValues
  /** Without bodies, limits and errors, which every installation shows at /docs. */
  isBrief?: boolean
}

export function guide({ schema, functions, values, isBrief = false }: GuideSource): Block[] {
  const shown = examples(values)
  const example = (name: keyof typeof shown): Block[] => [
    text(`${shown[name]!.title}:`),
    { kind: 'code', language: shown[name]!.language, text: shown[name]!.text },
  ]
  return [
    heading(2, 'Start'),
    text(
      `${PRODUCT_NAME} speaks the dialect of Supabase: \`/rest/v1\` is PostgREST, \`/auth/v1\` is Supabase Auth. The official clients work unchanged. What it doesn't have (its realtime protocol, storage, OAuth, magic links, SSO) answers 404 \`not_offered\`.`,
    ),
    table(
      ['what', 'value'],
      [
        ['base URL', code(values.siteUrl)],
        ['publishable key, sent as the header `apikey`', code(values.key)],
        ['OpenAPI 3.1 of the data', code('/rest/v1/')],
        ['OpenAPI 3.1 of the functions', code('/functions/v1/')],
        ['types for `createClient<Database>`', code('/docs/database.ts')],
        ['types of the functions, with a client of 30 lines', code('/docs/functions.ts')],
      ],
    ),
    text('The key is not secret: it says which installation you mean. `townbell keys` prints it.'),
    ...example('guest'),
    heading(2, 'Who you are'),
    text(
      'Without a bearer token you are a guest and see public calendars. A guest finds calendars that are listed; others open by their id (`id=eq.…`, `calendar_id=eq.…`). Signed in, you see the calendars that you are a member of, and no others: read public ones as a guest.',
    ),
    text(
      `A program uses an **access token**: create one on the page Your account. It acts in your name, never beyond what you may do. You choose calendars, reading or also writing, contacts or not, what else it covers (${tokenScopes.map(code).join(', ')}), and when it expires. The history of the calendar names it. It is shown once, and refused at once when you revoke it. You can have ${ACCESS_TOKENS_MAX}. Send it as \`Authorization: Bearer tbp_…\`.`,
    ),
    table(
      ['access tokens can use', 'read', 'write', 'only with'],
      [
        ...Object.entries(tokenTables).map(([name, { writable = false, isContacts, scope }]) => [
          code(name),
          'yes',
          yes(writable),
          [...(isContacts ? ['contacts'] : []), ...(scope ? [code(scope)] : [])].join(', '),
        ]),
        ...Object.entries(tokenFunctions).map(([name, { scope }]) => [
          code(`/rest/v1/rpc/${name}`),
          '',
          '',
          code(scope),
        ]),
        ...Object.keys(functions)
          .filter((name) => functions[name]?.who.includes('token'))
          .map((name) => [code(`/functions/v1/${name}`), '', 'yes', '']),
        [code('/functions/v1/calendar-stream'), 'yes', '', ''],
      ],
    ),
    ...example('upsert'),
    ...example('read'),
    ...example('write'),
    ...example('series'),
    ...example('import'),
    ...example('siren'),
    text(
      `An alert leaves at once. Send the same \`p_key\` again when you got no answer: it is sent once. \`p_people\` confirms how many people it reaches, which is asked for above ${ALERT_CONFIRM_FROM}. A token sends ${rateLimits['program-alerts'].max} alerts and follow-ups an hour, and writes down ${rateLimits['program-answers'].max} answers.`,
    ),
    ...example('school'),
    ...example('desk'),
    text('Whole programs, with curl, in Python and for a browser, are in the folder docs/examples of the source.'),
    text(
      'An app for people signs them in with `signInWithPassword`. `captchaToken` is the solved captcha of this installation: with ALTCHA, the answer to `/functions/v1/captcha-challenge?action=sign-in`. Links in mails work with `flowType: "pkce"`, too; their pages must be on an origin that the operator has allowed (`ALLOWED_ORIGINS`).',
    ),
    text(
      `\`mfa.enroll\` works for ${durationOf(FRESH_SIGN_IN_MS)} after \`signInWithPassword\` in the same session. Later it answers 403 \`reauthentication_needed\`: sign in again first, or send \`POST /auth/v1/factors\` with the \`password\`. The link that confirms a sign-up asks for the password in any browser but the one that signed up at this site; \`verifyOtp\` of type \`signup\` needs it as \`password\`.`,
    ),
    text(
      'What changes an account or who owns a calendar asks for more than a session, where a copied access token could do harm for good:',
    ),
    table(
      ['request', 'asks for', 'why'],
      Object.entries(accountWrites)
        .filter(([, { asks }]) => asks === 'password' || asks === 'fresh code' || asks === 'link')
        .map(([request, { asks, why }]) => [code(request), asks, why]),
    ),
    heading(2, 'Tables'),
    text(
      `At \`/rest/v1/{table}\`. An answer has at most ${ANSWER_ROWS_MAX} rows: read on with \`limit\` and \`offset\`. Events are upserted by \`calendar_id,uid\`. Long lists (\`in.(…)\`) go in parts of about 200 ids.`,
    ),
    ...schema.tables.flatMap(tableBlocks),
    heading(2, 'Functions of the database'),
    text('At `/rest/v1/rpc/{name}`, by POST; those that only read also by GET.'),
    table(
      ['function', 'arguments', 'who', 'what it does'],
      schema.functions.map((fn) => [
        code(fn.name),
        fn.arguments.map((each) => code(`${each.name}${each.required ? '' : '?'}: ${each.type}`)).join(', '),
        fn.callers.map(callerName).join(', '),
        fn.comment ?? '',
      ]),
    ),
    heading(2, 'Functions of the product'),
    text('At `/functions/v1/{name}`. Bodies are JSON. Other origins may call them with a bearer token.'),
    ...(isBrief ? [functionTable(functions)] : Object.entries(functions).flatMap(functionBlocks)),
    heading(2, 'Streams'),
    text(
      "`GET /functions/v1/calendar-stream?calendar_id=…` is a stream of server-sent events. It says that something changed, never what: read again as usual. Guests follow public calendars; members, also by an access token that covers the calendar, follow theirs. Browsers' `EventSource` sends no headers: put the key into the address, `&apikey=…`.",
    ),
    table(
      ['event', 'data', 'when'],
      [
        [code('open'), code('{"version":57}'), 'at the start: read again if the version is not the one you have'],
        [code('events'), code('{"version":58}'), 'the calendar or its events changed'],
        [code('mailings'), code('{}'), 'a mailing began, went on or ended; for signed-in admins'],
      ],
    ),
    text(
      `The stream ends when the session ends, the token is revoked, the person leaves or the calendar becomes private, and when the server is replaced: connect again. Where the operator has switched streams off, the answer is 204. A network may have ${STREAM_LIMITS.perNetwork} streams open and a person ${STREAM_LIMITS.perPerson}; more is answered with 429 or 503 and \`Retry-After\`.`,
    ),
    ...example('stream'),
    heading(2, 'Webhooks'),
    text(
      'A calendar posts its changes to addresses that its owner adds in the settings, or any admin with `add_webhook`. A signed-in person manages them, not an access token. Each post is signed as Standard Webhooks (standardwebhooks.com) says, so its libraries work, and is JSON:',
    ),
    {
      kind: 'code',
      language: 'json',
      text: `{
  "type": "event.created",
  "timestamp": "2031-07-01T09:30:00.000Z",
  "data": {
    "calendar_id": "…",
    "events": [
      {
        "id": "…", "uid": "…", "series_id": null, "title": "Street fair", "category": "Event",
        "event_date": "2031-07-04", "start_time": "2031-07-04T18:00:00+00:00", "end_time": "2031-07-04T22:00:00+00:00", "all_day": false,
        "location_name": null, "location": "Elm Street", "status": "scheduled", "deleted": false
      }
    ]
  }
}`,
    },
    table(
      ['type', 'data besides `calendar_id`'],
      [
        [code('event.created'), '`events`: as above. Up to 100 changes of one save or import share a post.'],
        [code('event.changed'), '`events`'],
        [code('event.cancelled'), '`events`; `deleted` is true where the event was deleted'],
        [code('mailing.finished'), '`mailings`: `id`, `kind`, `day`'],
        [
          code('follower.added'),
          '`followers`: `id`, `contact_type` (email or phone), `source` (follow, manager or import)',
        ],
        [
          code('rsvp.answered'),
          '`rsvps`: `id`, `event_id`, `answer` (going, maybe or no), `party` (how many people), `waiting` (for a place)',
        ],
        [code('test'), 'nothing: somebody pressed Send a test'],
        [
          code('changes.skipped'),
          'nothing: more than 500 posts were waiting, so some were dropped. Read the calendar again.',
        ],
      ],
    ),
    text(
      'Names, addresses and numbers of people are never posted. A program reads what was announced by its `id`, with an access token that covers it: followers in `calendar_contacts` with contacts, mailings in `mailings` with `read_mailings`, answers in `rsvp_answers` with `read_answers`.',
    ),
    text(
      'The header `webhook-id` is the same in every try of a post, `webhook-timestamp` is the time of the try in seconds, and `webhook-signature` has one `v1,…` for each secret: two for a day after you have replaced the secret. The secret, `whsec_…`, is shown once. It signs every post, so it cannot be stored as a hash; nobody can read it again, and you can replace it at any time.',
    ),
    ...example('webhook'),
    ...example('webhookPython'),
    text(
      `Answer 2xx within 10 seconds. Redirects are not followed, and the body of your answer is not read. Anything else is tried again after 1, 5 and 30 minutes, 2, 6 and 12 hours and a day; the same post can arrive twice, and a later one before an earlier. After eight failures in a row, or the answer 410, the webhook is turned off and the owner is mailed; an admin turns it on again. The log (\`webhook_deliveries\`) has the newest 200 posts of 14 days, and each can be posted again. A calendar has 5 webhooks and posts ${rateLimits['webhook-calendar'].max} times an hour, all calendars of an owner ${rateLimits['webhook-owner'].max} times; what is more waits. Addresses of private networks are refused.`,
    ),
    heading(2, 'Feeds and embeds'),
    table(
      ['address', 'what it is'],
      [
        [code('/calendar/{id}.ics'), 'iCalendar of a public calendar'],
        [code('/calendar/{id}.rss'), 'RSS of a public calendar'],
        [code('/calendar/{id}.json'), 'JSON Feed of a public calendar'],
        [code('/calendar/{id}/events/{eventId}.ics'), 'iCalendar of one event'],
        [code('/feed/{secret}.ics'), "a member's private feed"],
        [code('/embed/{id}'), 'a page for an iframe'],
        [
          code('/oembed?url={address}'),
          'oEmbed of a public calendar, a town page (their frame) or an event (a link), as JSON; their pages link it',
        ],
      ],
    ),
    ...(isBrief ? [] : numbers()),
  ]
}

/** Limits and errors. */
function numbers(): Block[] {
  return [
    heading(2, 'Limits'),
    text('More than this is answered with 429, and `Retry-After` says how long to wait.'),
    table(
      ['limit', 'times', 'within', 'counted by'],
      Object.entries(rateLimits).map(([name, { max, per, by }]) => [code(name), String(max), durationOf(per), by]),
    ),
    heading(2, 'Errors'),
    text(
      '`/rest/v1` answers `{ code, message, details, hint }`, `/auth/v1` `{ code, error_code, msg }`, `/functions/v1` `{ error, code }`. The data API also has the codes of PostgREST (`PGRST…`) and PostgreSQL.',
    ),
    table(
      ['code', 'meaning'],
      Object.entries(errorCodes).map(([name, meaning]) => [code(name), meaning]),
    ),
  ]
}

function tableBlocks(described: ApiTable): Block[] {
  const columns = described.columns.filter(({ rights }) => rights.length > 0)
  const rights: Right[] = ['select', 'insert', 'update']
  const verbs = rights.filter((verb) => verb === 'delete' || can(described, verb as 'select'))
  const all: Right[] = described.deletes.length > 0 ? [...verbs, 'delete'] : verbs
  return [
    heading(3, described.name),
    ...(described.comment ? [text(described.comment)] : []),
    { kind: 'list', items: all.map((verb) => `${verb}: ${whoMay(described, verb).join(' ') || 'nobody'}`) },
    table(
      ['column', 'type', 'guests', 'signed in', 'about'],
      columns.map((column) => [
        code(column.name),
        column.type + (column.nullable ? ' or null' : ''),
        rightsOf(column.rights, 'anon'),
        rightsOf(column.rights, 'authenticated'),
        column.comment ?? '',
      ]),
    ),
  ]
}

function rightsOf(rights: string[], caller: Caller): string {
  const own = rights.filter((right) => right.startsWith(`${caller} `)).map((right) => right.split(' ')[1])
  return ['select', 'insert', 'update'].filter((verb) => own.includes(verb)).join(', ')
}

function functionTable(functions: GuideSource['functions']): Block {
  const rows = Object.entries(functions).map(([name, { methods, who, summary }]) => [
    code(name),
    methods.join(', '),
    who.join(' or '),
    summary,
  ])
  return table(['function', 'method', 'who', 'what it does'], rows)
}

function functionBlocks([name, { methods, summary, who, body, answer, limits }]: [
  string,
  FunctionDescription,
]): Block[] {
  return [
    heading(3, name),
    text(`${methods.join(' or ')}, by ${who.join(' or ')}. ${summary}`),
    ...(limits.length > 0 ? [text(`Limits: ${limits.map(code).join(', ')}.`)] : []),
    ...(body ? [{ kind: 'code', language: 'json', text: JSON.stringify(bodySchema(body), null, 1) } as Block] : []),
    ...(answer
      ? [text('Answers:'), { kind: 'code', language: 'ts', text: schemaType(answerSchema(answer)) } as Block]
      : []),
  ]
}

function durationOf(ms: number): string {
  const count = ms / minutes(1)
  if (count % 1440 === 0) return count === 1440 ? 'a day' : `${count / 1440} days`
  if (count % 60 === 0) return count === 60 ? 'an hour' : `${count / 60} hours`
  return count === 1 ? 'a minute' : `${count} minutes`
}

const callerName = (caller: Caller) => (caller === 'anon' ? 'guests' : 'signed in')
const yes = (value: boolean) => (value ? 'yes' : '')
const code = (value: string) => `\`${value}\``
const heading = (level: 2 | 3, value: string): Block => ({ kind: 'heading', level, text: value })
const text = (value: string): Block => ({ kind: 'text', text: value })
const table = (head: string[], rows: string[][]): Block => ({ kind: 'table', head, rows })
