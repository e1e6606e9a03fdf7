// Seeds the people and calendars for every message of the catalogue.
import type { TestApp } from '#testing/app.ts'
import { makeCalendar, makeEvent, makePerson } from '#testing/browser/people.ts'

export type Seed = Awaited<ReturnType<typeof seedDatabase>>

export async function seedDatabase(app: TestApp) {
  const people = {
    owner: await makePerson(app, 'Olga Owner'),
    trial: await makePerson(app, 'Tess Trial', { trial: true }),
    newcomer: await makePerson(app, 'Nell Newcomer', { confirmed: false }),
    member: await makePerson(app, 'Mo Member'),
    lastAdmin: await makePerson(app, 'Ada Admin'),
    forgetful: await makePerson(app, 'Fay Forgets'),
  }
  const { owner, trial, member, lastAdmin } = people
  const calendars = {
    elm: await makeCalendar(app, owner, { name: 'Elm Street', contacts: ['ann@town.example'], members: [member] }),
    bare: await makeCalendar(app, owner, { name: 'Bare Hill', contacts: ['ann@town.example'], template: null }),
    doomed: await makeCalendar(app, owner, { name: 'Doomed Dell' }),
    trial: await makeCalendar(app, trial, { name: 'Trial Terrace', contacts: addresses(8) }),
    ash: await makeCalendar(app, owner, { name: 'Ash Court', admins: [lastAdmin] }),
  }
  // An owner is always an admin; only an operator's repair can make them less.
  await app.pool.query(`update public.calendar_members set role = 'member' where user_id = $1 and calendar_id = $2`, [
    owner.id,
    calendars.ash.id,
  ])
  // Settings are saved only with an address people can write to.
  await app.pool.query('update public.calendars set admin_email = $1', [owner.email])
  await makeEvent(app, calendars.elm, { title: 'Wood chopping', creator: owner })
  const yesterday = await makeEvent(app, calendars.elm, { title: 'Long gone', creator: owner, inDays: -1 })
  return { app, people, calendars, yesterday }
}

function addresses(many: number): string[] {
  return Array.from({ length: many }, (_, n) => `neighbor${n}@town.example`)
}
