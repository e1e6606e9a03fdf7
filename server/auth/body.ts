import type { Context } from 'hono'
import * as z from 'zod'
import { parseBody } from '#server/http/json-body.ts'

/** The body as `shape`, or a 400 with the first thing that is wrong. The content type is not asked for, as clients vary. */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  return parseBody(await c.req.text(), shape)
}

/** Where the official client puts the captcha's answer. */
export const captchaField = {
  gotrue_meta_security: z
    .object({ captcha_token: z.string('The captcha token must be text').nullish() })
    .nullish()
    .transform((given) => given?.captcha_token ?? undefined),
}
