// The mail that the home page shows on a phone: the built-in day-of mail of the example calendar, as the worker would render it today.
import { addDays, dayInZone } from '#domain/dates.ts'
import { eventDetails } from '#domain/events.ts'
import { EXAMPLE_PLACE, EXAMPLE_ZONE, type ExampleEvent, exampleEvents } from '#domain/example-calendar.ts'
import type { Language } from '#domain/languages.ts'
import type { PublicSettings } from '#domain/public-settings.ts'
import { exampleCalendarTexts as es } from '#domain/texts/example-calendar.es.ts'
import { exampleCalendarTexts as en } from '#domain/texts/example-calendar.ts'
import { builtInTemplate } from '#messages/template-service/built-in.ts'
import { dayOfData } from '#messages/templates/day-of/data.ts'
import { textsIn } from '#messages/templates/texts-in.ts'
import { askedLanguage } from '#server/http/language.ts'
import { exampleMailHeaders } from './headers.ts'

const exampleTexts: Record<Language, typeof en> = { en, es }

export type ExampleMailOptions = {
  settings: Pick<PublicSettings, 'siteUrl'>
  postalAddress: string
  security: Record<string, string>
  now: () => number
}

export function createExampleMail({ settings: { siteUrl }, postalAddress, security, now }: ExampleMailOptions) {
  return (request: Request): Response => {
    const { language } = askedLanguage(request)
    return new Response(render(language), {
      headers: {
        ...security,
        ...exampleMailHeaders,
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'cache-control': 'public, max-age=3600',
        vary: 'accept-language, cookie',
        'x-robots-tag': 'noindex',
      },
    })
  }

  function render(language: Language): string {
    const day = dayInZone(now(), EXAMPLE_ZONE)
    const { name } = exampleTexts[language]
    const eventsOf = (first: string, last: string) =>
      exampleEvents({ first, last }, day, exampleTexts[language]).map(inMail)
    const data = dayOfData({
      calendar: { ...calendar, name },
      day,
      events: eventsOf(day, day),
      also: eventsOf(addDays(day, 1), addDays(day, 6)).slice(0, 3),
      siteUrl,
      postalAddress,
      personal: {
        email: 'neighbor@example.org',
        why: textsIn[language].whyFollow(name),
        unsubscribeUrl: siteUrl,
        preferencesUrl: siteUrl,
      },
      language,
    })
    const template = builtInTemplate('townbell-day-of', language)
    if (!template) throw new Error('the built-in template is missing')
    return template(data).html
  }
}

const inMail = (event: ExampleEvent) => ({
  id: event.id,
  all_day: event.all_day,
  ...eventDetails.parse(event),
  start_time: new Date(event.start_time),
  end_time: new Date(event.end_time),
})

const calendar = {
  id: 'example',
  identifier: '10482',
  description: null,
  ...EXAMPLE_PLACE,
  time_zone: EXAMPLE_ZONE,
  admin_email: null,
}
