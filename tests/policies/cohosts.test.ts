import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { COHOST_OFFERS_MAX, EVENT_COHOSTS_MAX } from '#domain/limits.ts'
import { rateLimits } from '#server/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#testing/database.ts'
import { id, type Person } from './people.ts'
import { type QueryAs, queryRunner, refused } from './query-as.ts'
import { seedDatabase } from './seed.ts'

let database: TestDatabase
let queryAs: QueryAs
before(async () => {
  database = await testDatabase()
  queryAs = queryRunner(database.pool)
})
beforeEach(async () => {
  await seedDatabase(database.pool)
  await database.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
})
after(() => database.close())

/** The home, in town; harbour belongs to otherAdmin. */
const HOME = id('event of owner in town')
const TOWN = id('town')
const HARBOUR = id('harbour')

const asService = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const numberOf = async (calendar: string) =>
  (await asService('select identifier from public.calendars where id = $1', [id(calendar)]))[0]?.identifier

const offer = async (who: Person, calendar = 'harbour', event = HOME) =>
  (await queryAs(who, 'select public.offer_cohost($1, $2) as state', [event, await numberOf(calendar)]))[0]?.state

const answer = async (who: Person, accepted: boolean, calendar = HARBOUR) =>
  (await queryAs(who, 'select public.answer_cohost_offer($1, $2, $3) as id', [HOME, calendar, accepted]))[0]?.id

const end = (who: Person) => queryAs(who, 'select public.end_cohosting($1, $2)', [HOME, HARBOUR])

const offers = (who: Person, calendar = HARBOUR) =>
  queryAs(who, 'select title, calendar_name, state from public.get_cohost_offers($1)', [calendar])

const hosts = async (who: Person, event: string) =>
  (await queryAs(who, 'select calendar_name, state from public.get_cohosts($1)', [event])).map(
    ({ calendar_name, state }) => `${calendar_name} ${state}`,
  )

/** Harbour hosts the event of town, too. Returns its event. */
async function hosted(): Promise<string> {
  await offer('admin')
  return (await answer('otherAdmin', true)) as string
}

const SHARED =
  'title, description, location, location_name, link_url, latitude, longitude, image, image_alt, start_time, end_time, all_day, status, status_reason'

async function shared(event: string) {
  const [row] = await asService(`select ${SHARED} from public.events where id = $1`, [event])
  return row
}

const change = (who: Person, event: string, set: string) =>
  queryAs(who, `update public.events set ${set} where id = $1 returning id`, [event])

const log = async (calendar: string, event: string) =>
  asService(
    `select actor_user_id as actor, action, metadata -> 'changed' as changed from public.audit_logs
     where calendar_id = $1 and entity_id = $2 order by id desc limit 1`,
    [calendar, event],
  )

const versions = async () =>
  Object.fromEntries(
    (await asService('select name, version from public.calendars')).map(({ name, version }) => [name, version]),
  )

test('admins invite a calendar that they can see by number, its admins see what it is and accept, once', async () => {
  for (const person of ['guest', 'stranger', 'member', 'unconfirmed', 'otherAdmin'] as const)
    await refused(offer(person), '42501')
  assert.deepEqual(await offers('otherAdmin'), [])
  assert.equal(await offer('admin'), 'offered')
  assert.equal(await offer('owner'), 'offered', 'once more changes nothing')
  const jobs = await asService("select key from graphile_worker.jobs where task_identifier = 'notify-suggestions'")
  assert.deepEqual(jobs, [{ key: `notify-suggestions:${HARBOUR}` }])
  assert.deepEqual(await offers('otherAdmin'), [{ title: 'Event of owner', calendar_name: 'town', state: 'offered' }])
  for (const person of ['stranger', 'member', 'admin'] as const) assert.deepEqual(await offers(person), [])
  const count = 'select public.suggestion_count(c) as count from public.calendars c where c.id = $1'
  assert.equal(Number((await queryAs('otherAdmin', count, [HARBOUR]))[0]?.count), 2, 'one is a suggestion')
  for (const person of ['stranger', 'member', 'admin', 'owner'] as const) await refused(answer(person, true), '42501')
  await refused(answer('admin', true, TOWN), 'TB090')

  const copy = (await answer('otherAdmin', true)) as string
  assert.deepEqual(await shared(copy), await shared(HOME))
  const [made] = await asService('select calendar_id, uid, created_by, is_public from public.events where id = $1', [
    copy,
  ])
  const [home] = await asService('select uid from public.events where id = $1', [HOME])
  assert.deepEqual(made, { calendar_id: HARBOUR, uid: home?.uid, created_by: id('otherAdmin'), is_public: true })
  await refused(answer('otherAdmin', true), 'TB090')
  await refused(offer('admin'), 'TB090')
  await refused(offer('otherAdmin', 'garden', copy), 'TB090')
  assert.deepEqual(await log(TOWN, HOME), [{ actor: id('otherAdmin'), action: 'update', changed: ['cohost_id'] }])
})

test('who is an admin of both calendars needs nobody to accept; hidden calendars cannot be invited', async () => {
  await refused(offer('owner', 'mill'), 'TB089')
  await refused(offer('owner', 'town'), 'TB089')
  await asService('update public.calendars set allow_guest_users = false where id = $1', [HARBOUR])
  await refused(offer('owner'), 'TB089')
  await asService("insert into public.calendar_members (calendar_id, user_id, role) values ($1, $2, 'member')", [
    HARBOUR,
    id('owner'),
  ])
  assert.equal(await offer('owner'), 'offered')
  await asService("update public.calendar_members set role = 'admin' where calendar_id = $1 and user_id = $2", [
    HARBOUR,
    id('owner'),
  ])
  assert.equal(await offer('owner'), 'accepted')
  assert.deepEqual(await offers('otherAdmin'), [])
})

test('each calendar edits the event by its own rules, both change together, and the history of both says who it was', async () => {
  const copy = await hosted()
  for (const person of ['stranger', 'member'] as const) {
    assert.deepEqual(await change(person, HOME, "title = 'Forged'"), [])
    assert.deepEqual(await change(person, copy, "title = 'Forged'"), [])
  }
  assert.deepEqual(await change('admin', copy, "title = 'Forged'"), [], 'an admin of the other calendar')
  assert.deepEqual(await change('otherAdmin', HOME, "title = 'Forged'"), [])
  await refused(change('otherAdmin', copy, 'cohost_id = null'), '42501')

  const before = await versions()
  await change(
    'otherAdmin',
    copy,
    "title = 'Harbour day', location = 'Pier 1', category = 'FYI', include_in_mailer = false",
  )
  assert.equal((await shared(HOME))?.title, 'Harbour day')
  assert.deepEqual(await shared(copy), await shared(HOME))
  const own = 'select category, include_in_mailer from public.events where id = $1'
  assert.deepEqual(await asService(own, [HOME]), [{ category: 'Event', include_in_mailer: true }])
  assert.deepEqual(await asService(own, [copy]), [{ category: 'FYI', include_in_mailer: false }])
  const entry = { actor: id('otherAdmin'), action: 'update', changed: ['location', 'sequence', 'title'] }
  assert.deepEqual(await log(TOWN, HOME), [entry])
  const after = await versions()
  assert.ok(Number(after.town) > Number(before.town) && Number(after.harbour) > Number(before.harbour))

  await change('admin', HOME, "status = 'cancelled', status_reason = 'Storm'")
  assert.equal((await shared(copy))?.status, 'cancelled')
  assert.deepEqual(await shared(copy), await shared(HOME))
  assert.equal((await log(HARBOUR, copy))[0]?.actor, id('admin'))
})

test('a whole day is the same day in a calendar of another zone, and a calendar that changes its zone moves nothing at home', async () => {
  await asService("update public.calendars set time_zone = 'America/Los_Angeles' where id = $1", [HARBOUR])
  await change('owner', HOME, 'all_day = true')
  const copy = await hosted()
  const days = 'select event_date::text, end_date::text, start_time from public.events where id = $1'
  const [home] = await asService(days, [HOME])
  const [other] = await asService(days, [copy])
  assert.equal(other?.event_date, home?.event_date)
  assert.notDeepEqual(other?.start_time, home?.start_time)
  await asService("update public.calendars set time_zone = 'America/Denver' where id = $1", [HARBOUR])
  assert.deepEqual(await asService(days, [HOME]), [home])
  assert.equal((await asService(days, [copy]))[0]?.event_date, home?.event_date)
  await change('otherAdmin', copy, "title = 'Whole day'")
  assert.deepEqual(await asService(days, [HOME]), [home])
  assert.equal((await shared(HOME))?.title, 'Whole day')
})

test('the picture goes with the event, and an import changes nothing that the other calendar shares', async () => {
  const copy = await hosted()
  const image = `${'0'.repeat(32)}-1x1.png`
  await change('admin', HOME, `image = '${image}', image_alt = 'A boat'`)
  assert.equal((await shared(copy))?.image, image)
  assert.equal((await asService('select from private.event_images where calendar_id = $1', [HARBOUR])).length, 1)
  await asService(
    `with set as (select set_config('townbell.write', '{"as": "import"}', true))
     update public.events set title = 'From the feed' from set where id = $1`,
    [copy],
  )
  assert.notEqual((await shared(HOME))?.title, 'From the feed')
  assert.deepEqual(await shared(copy), await shared(HOME))
})

test('deleting it in one calendar leaves the other its own; undo brings the link back', async () => {
  const copy = await hosted()
  await queryAs('otherAdmin', 'delete from public.events where id = $1', [copy])
  assert.ok(await shared(HOME))
  assert.deepEqual(await hosts('guest', HOME), [])
  await refused(offer('admin'), 'TB090', 'This calendar has declined to host the event.')
  await change('admin', HOME, "title = 'Changed meanwhile'")
  await queryAs('otherAdmin', 'select public.restore_event($1)', [copy])
  assert.equal((await shared(copy))?.title, 'Changed meanwhile')
  assert.deepEqual(await hosts('guest', HOME), ['harbour accepted'])

  await queryAs('admin', 'delete from public.events where id = $1', [HOME])
  assert.equal((await shared(copy))?.title, 'Changed meanwhile')
  assert.deepEqual(await hosts('guest', copy), [])
  await change('otherAdmin', copy, "title = 'Ours alone'")
  await queryAs('admin', 'select public.restore_event($1)', [HOME])
  assert.deepEqual(await hosts('guest', copy), ['town accepted'])
  assert.deepEqual(await shared(copy), await shared(HOME))
})

test('either side ends it and keeps its event; who left is not invited again, but can come back', async () => {
  const copy = await hosted()
  for (const person of ['guest', 'stranger', 'member'] as const) await refused(end(person), '42501')
  await end('admin')
  await change('admin', HOME, "title = 'Town only'")
  assert.equal((await shared(copy))?.title, 'Event of owner')
  await refused(end('admin'), 'TB090')
  assert.equal(await offer('admin'), 'offered')
  await change('admin', HOME, "title = 'Event of owner'")
  assert.equal(await answer('otherAdmin', true), copy, 'its event is the same one')
  await end('otherAdmin')
  await refused(offer('admin'), 'TB090')
  assert.deepEqual(
    (await offers('otherAdmin')).map(({ state }) => state),
    ['declined'],
  )
  assert.equal(await answer('otherAdmin', true), copy)
})

test('a copied UID gets no hold of another event, and an Alert arrives as an Event', async () => {
  const [mine] = await asService(
    `insert into public.events (calendar_id, uid, title, category, start_time, end_time)
     select $1, uid, 'Water main work', 'Alert', start_time, end_time from public.events where id = $2 returning id`,
    [HARBOUR, HOME],
  )
  await change('admin', HOME, "category = 'Alert'")
  assert.equal(await offer('admin'), 'offered')
  const made = await answer('otherAdmin', true)
  assert.notEqual(made, mine?.id)
  assert.equal((await shared(String(mine?.id)))?.title, 'Water main work')
  assert.deepEqual(await asService('select category from public.events where id = $1', [made]), [{ category: 'Event' }])
})

test('a declined invitation stays declined, and only the admins of the home know of it', async () => {
  await offer('admin')
  await answer('otherAdmin', false)
  await refused(offer('admin'), 'TB090')
  assert.deepEqual(await hosts('admin', HOME), ['harbour declined'])
  for (const person of ['guest', 'stranger', 'member'] as const) assert.deepEqual(await hosts(person, HOME), [])
  await asService('update public.calendars set allow_guest_users = false where id = $1', [HARBOUR])
  assert.deepEqual(await hosts('admin', HOME), ['null declined'])
})

test('names of calendars that are hidden or deleted are not shown to guests, and cached pages are made anew', async () => {
  const copy = await hosted()
  assert.deepEqual(await hosts('guest', copy), ['town accepted'])
  assert.deepEqual(await hosts('guest', HOME), ['harbour accepted'])
  const asked = await versions()
  await asService('update public.event_rsvps set is_open = not is_open where event_id = $1', [HOME])
  const before = await versions()
  assert.ok(Number(before.harbour) > Number(asked.harbour), 'its page says whether the home asks who comes')
  await asService('update public.calendars set disabled = true where id = $1', [TOWN])
  assert.ok(Number((await versions()).harbour) > Number(before.harbour))
  for (const person of ['guest', 'stranger'] as const) {
    assert.deepEqual(await hosts(person, copy), [])
    assert.deepEqual(await hosts(person, HOME), [], 'the event itself is hidden')
  }
  assert.deepEqual(await hosts('otherAdmin', copy), ['town accepted'])
  assert.deepEqual(await hosts('member', HOME), ['harbour accepted'])
  await asService('select private.put_away_calendar($1)', [TOWN])
  assert.deepEqual(await hosts('otherAdmin', copy), [])
})

test('a town page with both calendars shows the event once, and one of the calendars alone still shows it', async () => {
  const copy = await hosted()
  const page = id('collection of owner with town')
  await queryAs('owner', 'select public.add_collection_calendar($1, $2)', [page, await numberOf('harbour')])
  const listed = async (calendars: string[] | null) =>
    (
      await queryAs('guest', "select id from public.get_collection_events($1, now(), now() + interval '1 year', $2)", [
        page,
        calendars,
      ])
    )
      .map((event) => event.id)
      .filter((event) => event === HOME || event === copy)
  assert.deepEqual(await listed(null), [HOME])
  assert.deepEqual(await listed([HARBOUR]), [copy])
})

test('invitations are limited per event, per calendar and per owner and day', async () => {
  await asService(
    `with made as (
       insert into public.events (calendar_id, title, start_time, end_time, category)
       select $2, 'Many', now() + interval '9 days', now() + interval '10 days', 'Event' from generate_series(1, $3::integer)
       returning id
     )
     insert into private.cohost_offers (event_id, calendar_id) select id, $1 from made`,
    [HARBOUR, TOWN, COHOST_OFFERS_MAX],
  )
  await refused(offer('admin'), 'TB091')
  await asService('delete from private.cohost_offers')
  await asService(
    `with made as (
       insert into public.calendars (name, owner_id, state, city)
       select 'Calendar ' || n, $2, 'Ohio', 'Dayton' from generate_series(1, $3::integer) n returning id
     )
     insert into private.cohost_offers (event_id, calendar_id) select $1, id from made`,
    [HOME, id('otherAdmin'), EVENT_COHOSTS_MAX],
  )
  await refused(offer('admin'), 'TB091')
  await asService('delete from private.cohost_offers')
  await asService(
    "insert into private.rate_limits values ('cohosts:' || $1::uuid, now(), now() + interval '1 day', $2)",
    [id('owner'), rateLimits.cohosts.max],
  )
  await refused(offer('admin'), 'TB013')
})
