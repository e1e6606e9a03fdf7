// An admin finds the address of an event: in Google's list where there is a key, by the configured geocoder otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright'
import type { TestApp } from '#testing/app.ts'
import { button, chooseCategory, dialog, field, seesToast } from '#testing/browser/acts.ts'
import { openBrowserFixture, type Visitor } from '#testing/browser/fixture.ts'
import { arriveAs, type Calendar, makeCalendar, makePerson } from '#testing/browser/people.ts'
import { startGeocoder } from '#testing/geocoder.ts'

const CAPITOL = 'Texas Capitol, 1100 Congress Avenue, Austin, Texas 78701'

async function openForm(visitor: Visitor, app: TestApp): Promise<Calendar> {
  const { page } = visitor
  const olga = await makePerson(app, 'Olga Address')
  const calendar = await makeCalendar(app, olga, { name: 'Address Avenue', contacts: ['ann@town.example'] })
  await arriveAs(visitor, app, olga)
  await page.goto(`/calendars/${calendar.id}`)
  await button(page, 'Add Event').click()
  const form = dialog(page, /^Add Event/)
  await field(form, /^Event Title/).fill('Open house')
  await chooseCategory(form, 'Event')
  return calendar
}

/** Saves the form; answers where the event is. */
async function saved(page: Page, { pool }: TestApp, { id }: Calendar) {
  await button(dialog(page, /^Add Event/), 'Create Event').click()
  await seesToast(page, 'Event created')
  const { rows } = await pool.query('select location, latitude, longitude from public.events where calendar_id = $1', [
    id,
  ])
  return rows[0]
}

test('the configured geocoder suggests addresses during typing; a picked one has a position', async () => {
  const geocoder = await startGeocoder()
  const fixture = await openBrowserFixture({ PHOTON_URL: geocoder.url })
  try {
    const visitor = await fixture.visitor()
    const { page } = visitor
    const calendar = await openForm(visitor, fixture.app)
    const address = field(dialog(page, /^Add Event/), /^Location Address/)
    await address.pressSequentially('capi')
    const offered = page.locator('datalist option')
    await offered.first().waitFor({ state: 'attached' })
    const [first = ''] = await offered.evaluateAll((options) =>
      options.map((option) => (option as HTMLOptionElement).value),
    )
    assert.match(first, /Texas Capitol/)
    assert.equal(geocoder.asked.length, 1, 'asked once, after the last letter')
    // What a browser does when somebody picks from the list.
    await address.fill(first)
    const { location, latitude, longitude } = await saved(page, fixture.app, calendar)
    assert.deepEqual([location, Number(latitude), Number(longitude)], [first, 30.2747, -97.7404])
    await visitor.leave()
  } finally {
    await fixture.close()
    await geocoder.close()
  }
})

/** As much of Google's script as picks the first address when the field is left. */
const GOOGLE = `window.google = { maps: {
  event: { clearInstanceListeners() {} },
  places: { Autocomplete: class {
    constructor(input, options) { window.asked = options; this.input = input }
    addListener(name, listener) { this.input.addEventListener('blur', listener) }
    getPlace() { return { formatted_address: ${JSON.stringify(CAPITOL)}, geometry: { location: { lat: () => 30.2747, lng: () => -97.7404 } } } }
  } } } }`

test('with a maps key Google’s list is used, and only where an admin writes an event', async () => {
  const fixture = await openBrowserFixture({ MAPS_KEY: 'the-maps-key' })
  try {
    const visitor = await fixture.visitor()
    const { page } = visitor
    const asked: URL[] = []
    await page.route('https://maps.googleapis.com/**', (route) => {
      asked.push(new URL(route.request().url()))
      return route.fulfill({ contentType: 'text/javascript', body: GOOGLE })
    })
    const calendar = await openForm(visitor, fixture.app)
    await page.waitForFunction(() => 'asked' in window)
    assert.deepEqual(
      asked.map(({ searchParams }) => Object.fromEntries(searchParams)),
      [{ key: 'the-maps-key', libraries: 'places' }],
    )
    assert.deepEqual(await page.evaluate(() => (window as unknown as { asked: object }).asked), {
      types: ['geocode', 'establishment'],
      fields: ['formatted_address', 'geometry'],
    })
    const form = dialog(page, /^Add Event/)
    await field(form, /^Location Address/).fill('capitol')
    await field(form, /^Location Name/).focus()
    const { location, latitude, longitude } = await saved(page, fixture.app, calendar)
    assert.deepEqual([location, Number(latitude), Number(longitude)], [CAPITOL, 30.2747, -97.7404])
    await visitor.leave()
  } finally {
    await fixture.close()
  }
})
