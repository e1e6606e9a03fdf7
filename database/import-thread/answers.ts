// Answers in the thread: parses a request, reads its file and plans the import. Everything here is about what strangers wrote.
import { parentPort } from 'node:worker_threads'
import { AppError, isAppError } from '#domain/errors.ts'
import { readCsv, readEventTable } from '#domain/event-import/csv.ts'
import { changedEntries, fingerprintsOf } from '#domain/event-import/feed.ts'
import { readIcs } from '#domain/event-import/ics.ts'
import { type ImportedEntry, withCategory } from '#domain/event-import/item.ts'
import { planEntries, storedOf, uidsOf } from '#domain/event-import/plan.ts'
import { type ImportHead, type ImportRequest, importRequest } from '#domain/event-import/request.ts'
import { TooMuchWork, workBudget } from '#domain/event-import/work.ts'
import { fileProblemTexts } from '#domain/texts/event-import.ts'
import { prepareImport } from './prepare.ts'
import type { Question, QuestionName, Questions } from './questions.ts'

// One file at a time: an import has the thread for itself until it is planned.
let file: Pick<ImportRequest, 'text' | 'csv' | 'category'> = { text: '' }
let entries: ImportedEntry[] = []
let home = ''

const answers: { [Name in QuestionName]: (question: Questions[Name]['ask']) => Questions[Name]['answer'] } = {
  request({ body }): ImportHead {
    const { text, csv, category, ...head } = parseRequest(new TextDecoder().decode(body))
    file = { text, csv, category }
    return head
  },
  text({ text }) {
    file = { text }
    return null
  },
  read({ zone }) {
    home = zone
    entries = readFile(zone)
    return { uids: uidsOf(entries) }
  },
  plan({ stored, today, known }) {
    const prints = known ? fingerprintsOf(entries) : {}
    const fresh = known ? changedEntries(entries, prints, known) : entries
    const context = { zone: home, today, isFeed: known !== null, known: new Set(Object.keys(known ?? {})) }
    const planned = planEntries(fresh, { ...context, stored: storedOf(stored) })
    return { ...prepareImport(planned), prints, unchanged: entries.length - fresh.length }
  },
}

function parseRequest(text: string): ImportRequest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('bad_json', 400, 'Could not read the body as JSON')
  }
  const { success, data, error } = importRequest.safeParse(value)
  if (!success) throw wrong(error.issues[0]?.message ?? 'The request is not in the expected form')
  return data
}

function readFile(zone: string): ImportedEntry[] {
  const { text, csv, category } = file
  const spend = workBudget()
  const read = csv ? readCsv(readEventTable(text, spend), { ...csv, home: zone }) : readIcs(text, zone, spend)
  if (!read) throw wrong(fileProblemTexts.unreadable)
  return category ? read.map((entry) => withCategory(entry, category)) : read
}

function wrong(message: string): AppError {
  return new AppError('validation_failed', 400, message)
}

function answer({ name, ...question }: Question) {
  try {
    const toAnswer = answers[name] as (question: object) => unknown
    return { value: toAnswer(question) }
  } catch (error) {
    if (error instanceof TooMuchWork) return { tooMuch: true }
    if (isAppError(error)) return { refused: { code: error.code, message: error.message } }
    throw error
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))
