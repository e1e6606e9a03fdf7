import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as limits from './limits.ts'

test('the limits that people were promised have not moved', () => {
  const { PASSWORD_MIN, TRIAL_CALENDARS, TRIAL_CONTACTS, CALENDAR_NAME_MAX, CALENDAR_DESCRIPTION_MAX } = limits
  assert.deepEqual(
    { PASSWORD_MIN, TRIAL_CALENDARS, TRIAL_CONTACTS, CALENDAR_NAME_MAX, CALENDAR_DESCRIPTION_MAX },
    { PASSWORD_MIN: 8, TRIAL_CALENDARS: 1, TRIAL_CONTACTS: 10, CALENDAR_NAME_MAX: 100, CALENDAR_DESCRIPTION_MAX: 500 },
  )
  assert.equal(limits.OPT_OUT_EMAIL_MAX, 255)
  assert.deepEqual([limits.ADD_EVENT_START, limits.ADD_EVENT_END], ['09:00', '17:00'])
  assert.deepEqual([limits.EDIT_EVENT_START, limits.EDIT_EVENT_END], ['09:00', '10:00'])
  assert.deepEqual([limits.MONEY_BACK_DAYS, limits.TERMS_NOTICE_DAYS, limits.MINIMUM_AGE], [30, 30, 13])
})

test('the timings that screens rely on have not moved', () => {
  assert.deepEqual([limits.AUTH_LOADING_TIMEOUT_MS, limits.SESSION_TIMEOUT_MS], [5000, 5000])
  assert.deepEqual([limits.PROFILE_DELAY_MS, limits.CAPTCHA_RERENDER_MS, limits.HERO_ROTATION_MS], [100, 100, 2000])
  assert.equal(limits.HEADER_SHADOW_PX, 10)
})

test('a password of 128 characters is within the limit', () => {
  assert.ok(limits.PASSWORD_MAX >= 128)
})
