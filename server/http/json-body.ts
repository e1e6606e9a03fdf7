import type { Context } from 'hono'
import type * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import { fieldProblem } from './field-problems.ts'

/** The body as `shape`, or a 4xx that says the first thing that is wrong. */
export async function readJson<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  requireJson(c)
  return parseBody(await c.req.text(), shape)
}

/** A form on another site can send JSON as text/plain without being asked for permission; it cannot send this. */
export function requireJson(c: Context): void {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 415, 'The body must be JSON, sent as application/json')
}

export function parseBody<Shape extends z.ZodType>(text: string, shape: Shape): z.infer<Shape> {
  const parsed = shape.safeParse(parse(text), { error: fieldProblem })
  if (parsed.success) return parsed.data
  throw new AppError(
    'validation_failed',
    400,
    parsed.error.issues[0]?.message ?? 'The request is not in the expected form',
  )
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('bad_json', 400, 'Could not read the body as JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new AppError('bad_json', 400, 'The body must be a JSON object')
}
