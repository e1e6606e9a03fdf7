import type { Context } from 'hono'
import * as z from 'zod'
import { displayName } from '#domain/accounts.ts'
import { isBlank } from '#domain/characters.ts'
import { parseBody } from '#server/http/json-body.ts'

/** Parses the body as `shape`, or throws a 400 with the first problem. The content type is not checked, because clients differ. */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.infer<Shape>> {
  return parseBody(await c.req.text(), shape)
}

/** The place where the official client puts the captcha's token. */
export const captchaField = {
  gotrue_meta_security: z
    .object({
      captcha_token: z.string('The captcha token must be text').max(16_384, 'The captcha token is too long').nullish(),
    })
    .nullish()
    .transform((given) => given?.captcha_token ?? undefined),
}

const ONLY_NAME = 'data can hold display_name and nothing else'

/** The client's metadata: a key that we would not store is refused, not dropped. */
export const metadata = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? ONLY_NAME : undefined) }).nullish()
/** At sign-up, where a blank name is none. */
export const nameData = metadata({
  display_name: z
    .union([
      z
        .string()
        .refine(isBlank)
        .transform(() => undefined),
      displayName,
    ])
    .nullish(),
})

/** PKCE: what a client sends along that wants a code instead of a session at the end of the link. */
export const challengeFields = {
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'code_challenge must be a SHA-256 hash in base64url')
    .nullish(),
  code_challenge_method: z
    .string()
    .regex(/^s256$/i, 'code_challenge_method must be s256')
    .nullish(),
}
