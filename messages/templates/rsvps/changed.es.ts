import type { changed as English } from './changed.ts'

export const changed: typeof English = (changes, subject, calendar, { kind, url }) => ({
  subject,
  heading: subject,
  before: changes.flatMap(({ mark, title, lines }) => [`${mark}: ${title}`, ...lines]),
  ...(url ? { button: { label: `Ver o cambiar su ${kind === 'answer' ? 'respuesta' : 'inscripción'}`, url } } : {}),
  after: [],
  reason: `Recibe este mensaje porque ${kind === 'answer' ? 'respondió a' : 'se inscribió en'} un evento de «${calendar}».`,
})
