// `townbell admin pause`, `resume`, `disable`, `enable` and `moved`: what operators do about single calendars.
import type pg from 'pg'
import * as calendars from '#server/operator/calendars.ts'
import { UsageError } from './command.ts'
import { resumeOwner } from './senders.ts'

export async function pause(pool: pg.Pool, [which = '', ...words]: string[]): Promise<void> {
  const { id, name } = await findCalendar(pool, which)
  await calendars.pauseCalendar(pool, id, words.join(' ') || 'Paused by an operator.')
  console.log(`Sending is paused for ${name}.`)
}

export async function resume(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  if (which.includes('@')) return resumeOwner(pool, which)
  const { id, name } = await findCalendar(pool, which)
  if (!(await calendars.resumeCalendar(pool, id)))
    throw new UsageError(`The owner of ${name} is suspended. Resume them by their email address.`)
  console.log(`Sending resumed for ${name}.`)
}

export async function disable(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id, name, identifier } = await findCalendar(pool, which)
  await calendars.setDisabled(pool, id, true)
  console.log(
    `${name} is hidden from everybody but its members and sends nothing. To undo: townbell admin enable ${identifier}`,
  )
}

export async function enable(pool: pg.Pool, [which = '']: string[]): Promise<void> {
  const { id, name } = await findCalendar(pool, which)
  const isHidden = await calendars.setDisabled(pool, id, false)
  console.log(isHidden ? `${name} is deleted; restored, it is shown again.` : `${name} is shown again.`)
}

export async function moved(pool: pg.Pool, [which = '', to = '', key]: string[]): Promise<void> {
  const { id, name, identifier } = await findCalendar(pool, which)
  if (to === 'undo') {
    if (!(await calendars.undoMove(pool, id))) throw new UsageError(`${name} has not moved.`)
    return console.log(
      `${name} leads nowhere else. It is still hidden and paused: townbell admin enable ${identifier}, and resume ${identifier}`,
    )
  }
  const url = calendars.originOf(to)
  if (url === null) throw new UsageError('Say where it lives now: townbell admin moved <calendar> https://new.example')
  await calendars.noteMove(pool, id, url, key ?? null)
  console.log(
    `${name} sends nothing any more, and its addresses lead to ${url}. To undo: townbell admin moved ${identifier} undo`,
  )
}

export async function findCalendar(pool: pg.Pool | pg.ClientBase, which: string): Promise<calendars.FoundCalendar> {
  const found = await calendars.findCalendar(pool, which)
  if (found) return found
  throw new UsageError(`There is no calendar ${which || 'without a name: say its id or its number'}.`)
}
