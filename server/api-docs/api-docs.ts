// /docs, and the descriptions for programs. Each text is made from the database once, when it is first asked for, and then sent like
// any other cached page: the schema, the address and the key never change while the server runs.
import { hash } from 'node:crypto'
import { type Handler, Hono } from 'hono'
import type pg from 'pg'
import { asService } from '#runtime/caller.ts'
import { makePage, type Page, pageResponse } from '#server/public-cache/page.ts'
import { databaseTypes } from './database-types.ts'
import { functionTypes } from './function-types.ts'
import { guide } from './guide.ts'
import { style, toHtml } from './html.ts'
import { dataOpenApi, type FunctionDescription, functionsOpenApi } from './openapi.ts'
import { readApiSchema } from './read-schema.ts'

type Options = {
  pool: pg.Pool
  siteUrl: string
  publishableKey: string
  functions: Record<string, FunctionDescription>
}

export function createApiDocs({ pool, siteUrl, publishableKey, functions }: Options) {
  const schema = once(() => asService(() => readApiSchema(pool)))
  const values = { siteUrl, key: publishableKey, token: 'YOUR_TOKEN', calendarId: 'YOUR_CALENDAR_ID' }

  const docs = once(async () => text(toHtml(guide({ schema: await schema(), functions, values })), htmlHeaders))
  const types = once(async () => text(databaseTypes(await schema()), { 'content-type': 'text/plain; charset=utf-8' }))
  const calls = once(async () => text(functionTypes(functions), { 'content-type': 'text/plain; charset=utf-8' }))
  const functionsPage = once(async () =>
    text(JSON.stringify(functionsOpenApi(functions, { siteUrl })), { 'content-type': 'application/json' }),
  )
  const dataPage = once(async () =>
    text(JSON.stringify(dataOpenApi(await schema(), { siteUrl })), {
      'content-type': 'application/openapi+json; charset=utf-8',
    }),
  )

  const pages = new Hono()
  pages.get('/docs', answer(docs))
  pages.get('/docs/database.ts', answer(types))
  pages.get('/docs/functions.ts', answer(calls))
  pages.get('/functions/v1', answer(functionsPage))
  pages.get('/functions/v1/', answer(functionsPage))
  return { pages, dataOpenApi: dataPage }
}

const text = (body: string, headers: Record<string, string>) =>
  makePage(body, 200, { ...headers, 'cache-control': 'no-cache' })

const htmlHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
}

const answer =
  (page: () => Promise<Page>): Handler =>
  async (c) =>
    pageResponse(await page(), c.req.raw)

/** Makes it for the first caller. After a failure the next one tries again. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
