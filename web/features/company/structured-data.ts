import { PRODUCT_NAME, PRODUCT_PRICE_USD } from '#domain/company.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { siteTexts } from '#web/texts/site.ts'

// Describes the company and the product to search engines, in schema.org terms.

type Settings = Pick<PublicSettings, 'siteUrl' | 'supportEmail' | 'postalAddress' | 'trial'>

export function organization({ siteUrl, supportEmail, postalAddress }: Settings): object {
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: PRODUCT_NAME,
    url: siteUrl,
    logo: `${siteUrl}/icon-512.png`,
    email: supportEmail,
    address: postalAddress,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: supportEmail },
  }
}

export function website({ siteUrl }: Settings): object {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: PRODUCT_NAME,
    url: siteUrl,
    publisher: { '@id': `${siteUrl}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${siteUrl}/locate-calendar?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

export function softwareApplication({ siteUrl, trial }: Settings): object {
  return {
    '@type': 'SoftwareApplication',
    name: PRODUCT_NAME,
    url: siteUrl,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    description: siteTexts.inOneSentence,
    offers: { '@type': 'Offer', price: String(trial ? PRODUCT_PRICE_USD : 0), priceCurrency: 'USD' },
    publisher: { '@id': `${siteUrl}/#organization` },
  }
}
