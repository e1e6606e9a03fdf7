import type { MetaDescriptor } from 'react-router'
import { PRODUCT_NAME } from '#domain/company.ts'
import { localeOf } from '#domain/languages.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { siteLanguage } from '#domain/site-language.ts'

export interface PageMeta {
  title: string
  description: string
  keywords?: readonly string[]
  ogTitle?: string
  ogDescription?: string
  /** A path or an absolute URL. */
  ogImage?: string | undefined
  ogImageAlt?: string
  /** 1200 × 630 unless said otherwise. */
  ogImageSize?: { width: number; height: number } | null
  /** A path or an absolute URL: the one that search engines should index. */
  canonicalUrl?: string
  /** Links what /oembed says of the canonical URL. */
  hasFrame?: boolean
  /** Blocks of schema.org data, or a function of the settings. */
  structuredData?: readonly object[] | ((settings: PublicSettings) => readonly object[])
  /** Pages for one person (confirmations, sign-in) stay out of search engines. */
  noIndex?: boolean
}

/** The part of a route's `meta` argument that is used: the root's settings make URLs absolute. */
export interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Returns the tags that describe a page: `export const meta = (args) => pageMeta({ … }, args)`. */
export function pageMeta(page: PageMeta, { matches }: MetaArgs): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const siteUrl = root?.settings.siteUrl
  const { title, description, keywords, canonicalUrl } = page
  const ogTitle = page.ogTitle ?? title
  const ogDescription = page.ogDescription ?? description
  const url = canonicalUrl === undefined ? undefined : whole(canonicalUrl, siteUrl)
  const size = page.ogImageSize ?? { width: 1200, height: 630 }
  const image = whole(page.ogImage ?? '/og-image.png', siteUrl)
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords?.length ? [{ name: 'keywords', content: keywords.join(', ') }] : []),
    ...(page.noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:title', content: ogTitle },
    { property: 'og:description', content: ogDescription },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: String(size.width) },
    { property: 'og:image:height', content: String(size.height) },
    ...(page.ogImageAlt ? [{ property: 'og:image:alt', content: page.ogImageAlt }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(url ? addressesOf(url, page.noIndex) : []),
    // For other sites, which read what the server sends.
    ...(page.hasFrame && import.meta.env.SSR && url ? [oembedLink(title, url, siteUrl)] : []),
    ...structured(blocksOf(page.structuredData, root?.settings)),
  ]
}

/** Returns the canonical URL and one URL per language. The plain URL answers in the language that the reader prefers. */
function addressesOf(url: string, noIndex = false): MetaDescriptor[] {
  const inSpanish = `${url}?lang=es`
  const own = siteLanguage === 'es' ? inSpanish : url
  const alternates = { en: url, es: inSpanish, 'x-default': url }
  return [
    { property: 'og:url', content: own },
    { property: 'og:locale', content: localeOf(siteLanguage).replace('-', '_') },
    { tagName: 'link', rel: 'canonical', href: own },
    ...Object.entries(noIndex ? {} : alternates).map(
      ([hrefLang, href]) => ({ tagName: 'link', rel: 'alternate', hrefLang, href }) as const,
    ),
  ]
}

function oembedLink(title: string, url: string, siteUrl: string | undefined): MetaDescriptor {
  const href = whole(`/oembed?url=${encodeURIComponent(url)}`, siteUrl)
  return { tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title, href }
}

interface RootData {
  settings: PublicSettings
}

function blocksOf(data: PageMeta['structuredData'], settings: PublicSettings | undefined): readonly object[] {
  if (typeof data !== 'function') return data ?? []
  return settings ? data(settings) : []
}

/** Puts all blocks into one script: a month has dozens. */
function structured(blocks: readonly object[]): MetaDescriptor[] {
  if (blocks.length === 0) return []
  const content = blocks.length === 1 ? blocks[0] : { '@graph': blocks }
  return [{ 'script:ld+json': { '@context': 'https://schema.org', ...content } } as MetaDescriptor]
}

function whole(address: string, siteUrl: string | undefined): string {
  return address.startsWith('/') ? `${siteUrl ?? ''}${address}` : address
}
