// /docs, and the descriptions for programs. Made from the database when they are first asked for.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type pg from 'pg'
import type { IdentityVariables } from '#server/http/identity.ts'
import { databaseTypes } from './database-types.ts'
import { guide } from './guide.ts'
import { toHtml } from './html.ts'
import { dataOpenApi, type FunctionDescription, functionsOpenApi } from './openapi.ts'
import { type ApiSchema, readApiSchema } from './read-schema.ts'

type Options = {
  pool: pg.Pool
  siteUrl: string
  publishableKey: string
  functions: Record<string, FunctionDescription>
}

export function createApiDocs({ pool, siteUrl, publishableKey, functions }: Options) {
  let known: Promise<ApiSchema> | undefined
  function schema(): Promise<ApiSchema> {
    known ??= readApiSchema(pool).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }

  const pages = new Hono<IdentityVariables>()
  pages.get('/docs', async (c) => {
    const nonce = randomBytes(16).toString('base64url')
    const values = { siteUrl, key: publishableKey, token: 'YOUR_TOKEN', calendarId: 'YOUR_CALENDAR_ID' }
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
    )
    c.header('cache-control', 'no-cache')
    return c.html(toHtml(guide({ schema: await schema(), functions, values }), nonce))
  })
  pages.get('/docs/database.ts', async (c) => {
    c.header('content-type', 'text/plain; charset=utf-8')
    c.header('cache-control', 'no-cache')
    return c.body(databaseTypes(await schema()))
  })
  pages.get('/functions/v1', (c) => c.json(functionsOpenApi(functions, { siteUrl })))
  pages.get('/functions/v1/', (c) => c.json(functionsOpenApi(functions, { siteUrl })))

  return { pages, dataOpenApi: async () => JSON.stringify(dataOpenApi(await schema(), { siteUrl })) }
}
