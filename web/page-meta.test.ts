import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicSettings } from '#domain/public-settings.ts'
import { pageMeta } from './page-meta.ts'

const settings: PublicSettings = {
  publishableKey: 'key',
  siteUrl: 'https://town.example',
  supportEmail: 'support@town.example',
  postalAddress: '1 Town Square',
  captcha: { kind: 'none' },
  mapsEnabled: false,
  mapTiles: null,
  geocoderEnabled: false,
  mailbox: false,
  trial: true,
  signUp: null,
}
const args = { matches: [{ id: 'root', loaderData: { settings } }] }
const page = { title: 'Title', description: 'Description' }

test('paths become absolute URLs', () => {
  const meta = pageMeta({ ...page, canonicalUrl: '/about' }, args)
  assert.ok(meta.some((tag) => 'rel' in tag && tag.rel === 'canonical' && tag.href === 'https://town.example/about'))
  assert.deepEqual(find(meta, 'property', 'og:url'), 'https://town.example/about')
  assert.deepEqual(find(meta, 'property', 'og:image'), 'https://town.example/og-image.png')
})

test('the text for sharing can differ from the text for search engines', () => {
  const meta = pageMeta(
    { ...page, ogTitle: 'Shared', ogDescription: 'Told', ogImage: 'https://cdn.example/i.png' },
    args,
  )
  assert.deepEqual(meta[0], { title: 'Title' })
  assert.equal(find(meta, 'property', 'og:title'), 'Shared')
  assert.equal(find(meta, 'property', 'og:description'), 'Told')
  assert.equal(find(meta, 'property', 'og:image'), 'https://cdn.example/i.png')
})

test('keywords are listed, and omitted when there are none', () => {
  assert.equal(find(pageMeta({ ...page, keywords: ['a', 'b'] }, args), 'name', 'keywords'), 'a, b')
  assert.equal(find(pageMeta({ ...page, keywords: [] }, args), 'name', 'keywords'), undefined)
})

test('structured data gets its context, and the settings if it takes them', () => {
  const meta = pageMeta({ ...page, structuredData: ({ siteUrl }) => [{ '@type': 'WebSite', url: siteUrl }] }, args)
  assert.deepEqual(meta.at(-1), {
    'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite', url: 'https://town.example' },
  })
  const [first, second] = [{ '@id': 'a' }, { '@id': 'b' }]
  assert.deepEqual(pageMeta({ ...page, structuredData: [first, second] }, args).at(-1), {
    'script:ld+json': { '@context': 'https://schema.org', '@graph': [first, second] },
  })
})

test('a page for one person stays out of search engines', () => {
  assert.equal(find(pageMeta({ ...page, noIndex: true }, args), 'name', 'robots'), 'noindex')
  assert.equal(find(pageMeta(page, args), 'name', 'robots'), undefined)
})

test('a page without settings, such as an error page, still has a head', () => {
  const meta = pageMeta({ ...page, canonicalUrl: '/x', structuredData: () => [{}] }, { matches: [undefined] })
  assert.deepEqual(meta[0], { title: 'Title' })
  assert.ok(!meta.some((tag) => 'script:ld+json' in tag))
})

function find(meta: ReturnType<typeof pageMeta>, key: 'name' | 'property', value: string): unknown {
  const tag = meta.find((candidate) => (candidate as Record<string, unknown>)[key] === value)
  return (tag as { content?: unknown } | undefined)?.content
}
