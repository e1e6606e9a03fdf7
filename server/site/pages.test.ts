import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerBuild } from 'react-router'
import { minutes } from '#domain/durations.ts'
import { pageCacheHeader } from '#domain/page-cache-header.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import type { Log } from '#runtime/log.ts'
import { createPublicCache } from '#server/public-cache/public-response-cache.ts'
import { createPages } from './pages.ts'

test('a page is cached once in each language, whichever way it was chosen, and made-up addresses are not cached', async () => {
  const rendered: string[] = []
  const answer = pages(rendered)
  const get = (path: string, headers: Record<string, string> = {}) =>
    answer(new Request(`http://town.example${path}`, { headers }))

  const english = await get('/about')
  const spanish = await get('/about', { 'accept-language': 'es' })
  assert.deepEqual([await english.text(), await spanish.text()], ['en /about', 'es /about'])
  assert.notEqual(english.headers.get('etag'), spanish.headers.get('etag'))
  assert.equal(spanish.headers.get('content-language'), 'es')
  assert.equal(spanish.headers.get('vary'), 'accept-language, cookie, accept-encoding')
  assert.equal(spanish.headers.get('set-cookie'), null)

  const chosen = await get('/about?lang=es')
  assert.equal(await chosen.text(), 'es /about')
  assert.match(chosen.headers.get('set-cookie') ?? '', /^language=es;/)
  await get('/about', { cookie: 'language=es' })
  const etag = spanish.headers.get('etag') ?? ''
  const confirmed = await get('/about', { cookie: 'language=es', 'if-none-match': etag })
  const other = await get('/about', { 'if-none-match': etag })
  assert.deepEqual([confirmed.status, other.status], [304, 200])
  assert.match(confirmed.headers.get('vary') ?? '', /accept-language, cookie/)
  assert.deepEqual(rendered.splice(0), ['en /about', 'es /about'])

  for (const path of ['/about?x=1', '/about?lang=fr', '/about?lang=es&x=1']) {
    await get(path)
    await get(path)
  }
  assert.deepEqual(rendered.splice(0), [
    'en /about?x=1',
    'en /about?x=1',
    'en /about?lang=fr',
    'en /about?lang=fr',
    'es /about?x=1',
    'es /about?x=1',
  ])
})

test('a page that shows the date is made again after ten minutes, others are not', async () => {
  const rendered: string[] = []
  let now = Date.now()
  const answer = pages(rendered, () => now)
  const get = (path: string) => answer(new Request(`http://town.example${path}`))
  for (const passed of [0, minutes(9), minutes(2)]) {
    now += passed
    await get('/')
    await get('/about')
  }
  assert.deepEqual(rendered, ['en /', 'en /about', 'en /'])
})

function pages(rendered: string[], now = Date.now) {
  const build = (language: string) =>
    ({
      entry: {
        module: {
          createLoadContext: () => ({}),
          pageFinder: () => (path: string) => !path.startsWith('/none'),
          createRequestHandler: () => (request: Request) => {
            const { pathname, search } = new URL(request.url)
            rendered.push(`${language} ${pathname}${search}`)
            return new Response(`${language} ${pathname}${search}`, {
              headers: { 'content-type': 'text/html', ...pageCacheHeader(pathname === '/' ? 'dated' : 'static') },
            })
          },
        },
      },
    }) as unknown as ServerBuild
  return createPages({
    buildIn: async (language) => build(language),
    fetch,
    cache: createPublicCache({ calendarVersion: async () => null, now }),
    now,
    inTurn: (work) => work(),
    settings: { siteUrl: 'http://town.example', captcha: { kind: 'none' } } as PublicSettings,
    log: { error: (problem: unknown) => assert.fail(String(problem)) } as unknown as Log,
  })
}
