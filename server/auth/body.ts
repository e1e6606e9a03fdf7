import type { Context } from 'hono'
import * as z from 'zod'
import { AppError } from '#domain/errors.ts'

/** The body as `shape`, or a 400 with the first thing that is wrong. The content type is not asked for, as clients vary. */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  const parsed = shape.safeParse(parseJson(await c.req.text()))
  if (parsed.success) return parsed.data
  throw new AppError(
    'validation_failed',
    400,
    parsed.error.issues[0]?.message ?? 'The request is not in the expected form',
  )
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('bad_json', 400, 'Could not read the body as JSON')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new AppError('bad_json', 400, 'The body must be a JSON object')
}

/** For ids in an address: anything else would be an error of the database. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Where the official client puts the captcha's answer. */
export const captchaField = {
  gotrue_meta_security: z
    .object({ captcha_token: z.string('The captcha token must be text').nullish() })
    .nullish()
    .transform((given) => given?.captcha_token ?? undefined),
}
