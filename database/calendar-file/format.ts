// A calendar file: one JSON value in each line. First what it is, then rows, parents before children, last how many lines there are and the
// checksum of every byte before. Programs and people can read it, and it never has to be in memory as a whole.
import * as z from 'zod'
import { CALENDAR_FILE } from '#domain/calendar-file.ts'

export const VERSION = 1

/** A picture of 2 MB as PostgreSQL writes bytes, with room for the rest of its row. */
export const LINE_MAX = 6 * 1024 * 1024

export const head = z.object({
  townbell: z.literal(CALENDAR_FILE),
  version: z.literal(VERSION),
  made_at: z.iso.datetime(),
  /** An operator's file has what owners may not see: addresses of members, what people chose, proof of consent. */
  made_by: z.enum(['owner', 'operator']),
  /** The address of the installation. */
  site: z.url({ protocol: /^https?$/ }).max(2048),
  release: z.string().max(50),
})

const person = z.object({
  id: z.uuid(),
  name: z.string().min(1).max(100),
  email: z.string().max(255).nullish(),
  confirmed_at: z.iso.datetime({ offset: true }).nullish(),
  trial: z.boolean().nullish(),
  approved: z.boolean().nullish(),
  public_body: z.boolean().nullish(),
  suspended: z.boolean().nullish(),
})

/** Whom the installation writes to no more; elsewhere they have left the calendar. */
const stopped = z.object({
  calendar_id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  address: z.string().max(255),
  reason: z.enum(['bounce', 'stop']).nullish(),
})

export const line = z.union([
  z.object({ person }),
  z.object({ stopped }),
  z.object({ table: z.string().max(100), row: z.record(z.string(), z.unknown()) }),
  z.object({ lines: z.int().min(0), sha256: z.string() }),
  /** What we know of the person who exports: for them to read, not for an import. */
  z.object({ account: z.record(z.string(), z.unknown()) }),
])

export type Head = z.infer<typeof head>
export type Line = z.infer<typeof line>
export type Person = z.infer<typeof person>
