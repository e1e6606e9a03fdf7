import type { Context } from 'hono'
import * as z from 'zod'
import { parseBody } from '#server/http/json-body.ts'

/** Parses the body as `shape`, or throws a 400 with the first problem. The content type is not checked, because clients differ. */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  return parseBody(await c.req.text(), shape)
}

/** The place where the official client puts the captcha's token. */
export const captchaField = {
  gotrue_meta_security: z
    .object({ captcha_token: z.string('The captcha token must be text').nullish() })
    .nullish()
    .transform((given) => given?.captcha_token ?? undefined),
}
