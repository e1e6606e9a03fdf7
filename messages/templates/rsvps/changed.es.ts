import type { changed as English } from './changed.ts'

export const changed: typeof English = (changes, subject, calendar, url) => ({
  subject,
  heading: subject,
  before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
  ...(url ? { button: { label: 'Ver o cambiar su respuesta', url } } : {}),
  after: [],
  reason: `Recibe este mensaje porque respondió a un evento de «${calendar}».`,
})
