import { useWithoutPrices } from '#web/api/settings.ts'
import { siteTexts } from '#web/texts/site.ts'

export interface SiteLink {
  to: string
  label: string
}

export interface LinkLabels {
  pricing?: string
  contact?: string
}

/** Links everyone sees, in their fixed order. Two of their labels can be overridden. */
export function useSiteLinks(labels: LinkLabels = {}): SiteLink[] {
  return useWithoutPrices([
    { to: '/community', label: siteTexts.community },
    { to: '/locate-calendar', label: siteTexts.calendarSearch },
    { to: '/pricing', label: labels.pricing ?? siteTexts.pricing },
    { to: '/about', label: siteTexts.meet },
    { to: '/contact', label: labels.contact ?? siteTexts.contactUs },
  ])
}

/** What `aria-current` says of a link: whether the page is the one that it leads to, or below it. */
export function currentIn(to: string, pathname: string): 'page' | undefined {
  return pathname === to || pathname.startsWith(`${to}/`) ? 'page' : undefined
}

export const legalLinks: readonly SiteLink[] = [
  { to: '/privacy', label: siteTexts.privacyPolicy },
  { to: '/terms', label: siteTexts.termsOfService },
  { to: '/locate', label: siteTexts.findACalendar },
]
