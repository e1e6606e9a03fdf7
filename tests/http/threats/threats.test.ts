// SECURITY.md lists the threats. Each has a test with its number below tests/http/, or is in the table here.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const tests = join(import.meta.dirname, '../..')

/** Threats that tests of the same rule hold, by the beginnings of their names. */
const elsewhere: Record<string, Record<string, string[]>> = {
  T3: {
    'policies/matrix.ts': ['calendar_contacts            select foreign', 'calendar_contacts            select own'],
    'policies/calendar-contacts.test.ts': ['no one but admins lists, searches or counts'],
  },
  T4: { 'policies/matrix.ts': ['pending_contact_confirmations select'] },
  T5: {
    'policies/matrix.ts': ['calendar_members             insert fellow', 'calendar_members             update own'],
    'policies/columns.test.ts': ["'calendar_members', 'calendar_id'"],
  },
  T6: {
    'policies/matrix.ts': ['audit_logs                   update', 'audit_logs                   delete'],
    'policies/audit-logs.test.ts': ['entries that a client writes into the history'],
    'policies/calendars.test.ts': ['deleting a calendar permanently deletes everything in it except its history'],
  },
  T7: { 'policies/matrix.ts': ['pending_contact_confirmations delete'] },
  T11: {
    'http/functions/confirm.test.ts': ['a number without consent', 'naming a number that is confirmed'],
    'http/webhooks/twilio.test.ts': ['a follower’s number is confirmed only after it replies YES'],
    'browser/follow.test.ts': ['a guest follows by text: YES'],
  },
  T13: {
    'policies/calendar-contacts.test.ts': ['an admin or an import cannot add somebody who opted out'],
    'http/functions/opt-out.test.ts': ['only the person who opted out can subscribe again'],
    'worker/opt-outs.test.ts': ['leaving the calendar', 'deleting the account'],
    'worker/members.test.ts': ['an account whose address is not confirmed', 'who left gets mail again'],
  },
  T14: {
    'http/webhooks/twilio.test.ts': ['STOP in every spelling', 'a request without a valid Twilio signature'],
    'worker/opt-outs.test.ts': ['STOP by text'],
    'policies/matrix.ts': ['suppressions                 insert'],
  },
  T15: {
    'policies/calendars.test.ts': ['on trial the second calendar', 'a person without a profile counts as on trial'],
    'policies/calendar-contacts.test.ts': ['on trial twelve contacts', 'the trial limit depends on the owner'],
    'races/trial-limits.test.ts': ['50 contacts added at once', '50 calendars created at once'],
  },
  T16: {
    'policies/profiles.test.ts': ['signing up creates a trial profile', 'the upsert on sign-in changes the name'],
    'policies/columns.test.ts': ["'profiles', 'trial'"],
    'http/auth/bad-input.test.ts': ['10: only the name is accepted'],
  },
  T17: {
    'policies/calendars.test.ts': ['a new calendar belongs to its creator', 'a person with an unconfirmed address'],
  },
  T18: {
    'policies/matrix.ts': ['calendars                    update'],
    'policies/columns.test.ts': ["'calendars', 'owner_id'", "'calendars', 'disabled'"],
    'policies/http.test.ts': ['column grants hold over HTTP'],
  },
  T20: {
    'policies/matrix.ts': ['events                       insert', 'events                       update mine'],
    'policies/columns.test.ts': ["'events', 'calendar_id'", "'events', 'created_by'"],
    'policies/events.test.ts': ['an event is stored trimmed, with its real creator', 'a member cannot make an event'],
  },
  T21: { 'policies/events.test.ts': ['an invalid event is refused', 'an event cannot be added on a past day'] },
  T22: {
    'http/functions/preview-email.test.ts': ['strangers, guests and members of other', 'no input becomes markup'],
  },
  T25: {
    'policies/calendar-members.test.ts': ['the owner can neither leave nor be demoted', 'the last admin cannot leave'],
    'races/last-admin.test.ts': ['two admins who leave at the same moment'],
  },
  T26: {
    'policies/http.test.ts': ['a guest can count the members'],
    'policies/columns.test.ts': ['a guest can count'],
  },
  T27: { 'policies/calendar-contacts.test.ts': ['members can count the contacts, others cannot'] },
  T28: {
    'policies/columns.test.ts': ["'guest', 'calendars'"],
    'policies/http.test.ts': ['requests of a guest for the public page'],
    'policies/calendar-search.test.ts': ['disabled calendars and those without guests'],
  },
  T31: { 'http/functions/addresses.test.ts': ['guests and people who are not admins'] },
  T32: { 'http/auth/links.test.ts': ['a link redirects only to the site'] },
  T33: {
    'http/auth/same-answer.test.ts': ['sign-in refuses an unknown', 'sign-up answers alike', 'recover answers alike'],
    'http/auth/limits.test.ts': ['an address gets one mail a minute'],
  },
  T34: {
    'http/auth/journey.test.ts': ['a password reset by mail ends the old password'],
    'http/auth/links.test.ts': ['a reset link is valid for an hour', 'a link works once'],
  },
  T36: {
    'policies/matrix.ts': ['calendar_members             delete fellow', 'notification_preferences     delete fellow'],
    'policies/calendar-members.test.ts': ['leaving with two requests'],
  },
  T39: {
    'policies/events.test.ts': ['the day of an event is its start date', 'an event cannot be added on a past day'],
  },
  T42: { 'http/auth/mailed-codes.test.ts': ['a code works once, for half an hour', 'five guesses for an address'] },
  T43: { 'http/auth/passkeys.test.ts': ['each false answer is refused', 'an answer works once, for ten minutes'] },
}

test('every threat of SECURITY.md has a test with its number, and every number is a threat of SECURITY.md', () => {
  const listed = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (T\d+) \|/gm)].map(([, number = '']) => number)
  assert.ok(listed.length >= 40, 'SECURITY.md lists no threats')
  const tested = new Set(Object.keys(elsewhere))
  for (const file of globSync('http/**/*.test.ts', { cwd: tests }))
    for (const [, number = ''] of read(file).matchAll(/^test\('(T\d+): /gm)) tested.add(number)
  assert.deepEqual([...tested].sort(), listed.sort())
})

test('the tests that the table names are there', () => {
  for (const [number, files] of Object.entries(elsewhere))
    for (const [file, names] of Object.entries(files))
      for (const name of names) assert.ok(read(file).includes(name), `${number}: ${file} has no “${name}”`)
})

function read(file: string): string {
  return readFileSync(join(tests, file), 'utf8')
}
