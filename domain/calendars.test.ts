import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarSettingsForm, createCalendarForm, isTemplateConfigured } from './calendars.ts'
import { isWebAddress } from './web-address.ts'

const elm = { name: ' Elm Street ', description: '  ', state: 'Texas', city: 'Austin' }

test('a new calendar allows guests unless told otherwise, and its blank description is null', () => {
  assert.deepEqual(createCalendarForm.parse(elm), {
    name: 'Elm Street',
    description: null,
    state: 'Texas',
    city: 'Austin',
    allow_guest_users: true,
  })
})

const accepted: [string, object][] = [
  ['a name of 100 characters', { name: 'x'.repeat(100) }],
  ['a name of 100 emoji', { name: '🔔'.repeat(100) }],
  ['a description of 500 characters', { description: 'x'.repeat(500) }],
  ['a description of several lines', { description: 'a\nb' }],
]

for (const [what, change] of accepted) {
  test(`${what} is accepted`, () => assert.ok(createCalendarForm.safeParse({ ...elm, ...change }).success))
}

const refused: [string, object, string][] = [
  ['an empty name', { name: '' }, 'Calendar name is required'],
  ['a name of spaces', { name: '   ' }, 'Calendar name is required'],
  ['a name that shows nothing', { name: '\u200b\u200b' }, 'Calendar name is required'],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 'Calendar name must be at most 100 characters'],
  ['a name with a line break', { name: 'a\nb' }, "Calendar name contains characters that can't be used"],
  ['a description of 501 characters', { description: 'x'.repeat(501) }, 'Description must be at most 500 characters'],
  ['no state', { state: '' }, 'Please select a state'],
  ['no city', { city: undefined }, 'Please select a city'],
]

for (const [what, change, message] of refused) {
  test(`${what} is refused`, () => {
    assert.equal(createCalendarForm.safeParse({ ...elm, ...change }).error?.issues[0]?.message, message)
  })
}

test('allow guests is yes or no, never a word', () => {
  for (const allow_guest_users of ['yes', null, 1]) {
    assert.ok(!createCalendarForm.safeParse({ ...elm, allow_guest_users }).success)
  }
})

const settings = {
  ...elm,
  external_calendar_url: '',
  admin_email: 'Admin@Example.org',
  allow_guest_users: false,
  sendgrid_template_id: ' d-0123 ',
  time_zone: 'America/Denver',
  notify_at: '07:00',
}

test('settings need an admin email; the link and the template are optional', () => {
  const saved = calendarSettingsForm.parse(settings)
  assert.equal(saved.admin_email, 'admin@example.org')
  assert.equal(saved.external_calendar_url, null)
  assert.equal(saved.sendgrid_template_id, 'd-0123')
  for (const admin_email of [
    '',
    'x',
    'a@example.org,b@example.org',
    'a@example.org?bcc=b@example.org',
    'a@example.org\r\nBcc: b',
  ]) {
    const message = calendarSettingsForm.safeParse({ ...settings, admin_email }).error?.issues[0]?.message
    assert.equal(message, 'Please enter a valid email address')
  }
  assert.equal(
    calendarSettingsForm.safeParse({ ...settings, external_calendar_url: 'javascript:alert(1)' }).error?.issues[0]
      ?.message,
    'Please enter a valid URL',
  )
  assert.ok(!calendarSettingsForm.safeParse({ ...settings, sendgrid_template_id: 'd/../x' }).success)
  assert.ok(!calendarSettingsForm.safeParse({ ...settings, time_zone: 'America/Springfield' }).success)
  for (const notify_at of ['24:00', '7', '07:60', '', null])
    assert.ok(!calendarSettingsForm.safeParse({ ...settings, notify_at }).success, String(notify_at))
})

const links: [string, boolean][] = [
  ['https://example.org', true],
  ['http://example.org/calendar?x=1#y', true],
  ['HTTPS://EXAMPLE.ORG', true],
  ['https://bücher.de/', true],
  ['example.org', false],
  ['//example.org', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['https://user:secret@example.org', false],
  ['https://ok@evil.example', false],
  ['https://exa mple.org', false],
  ['https:\\\\example.org', false],
  ['https://', false],
  [`https://example.org/${'x'.repeat(2028)}`, true],
  [`https://example.org/${'x'.repeat(2029)}`, false],
]

for (const [text, expected] of links) {
  test(`${text.slice(0, 40)} (${text.length}) is ${expected ? 'a' : 'no'} web address`, () => {
    assert.equal(isWebAddress(text), expected)
  })
}

test('a template is configured when its field is not blank', () => {
  assert.ok(isTemplateConfigured({ sendgrid_template_id: 'builtin-day' }))
  for (const sendgrid_template_id of [null, undefined, '', ' '])
    assert.ok(!isTemplateConfigured({ sendgrid_template_id }))
})
