import type { collected as English } from './collected.ts'

export const collected: typeof English = (calendar, page, url) => ({
  subject: `${calendar} está en la página del pueblo ${page}`,
  heading: `Su calendario está en «${page}»`,
  before: [
    `Alguien añadió «${calendar}» a la página del pueblo «${page}». Muestra juntos los eventos públicos de varios calendarios, y allí se puede seguir el suyo.`,
    'Si no lo desea, rechácelo: su calendario sale de la página en el acto y no se puede volver a añadir a ella.',
  ],
  button: { label: 'Ver o rechazar', url },
  after: ['Para seguir en ella no tiene que hacer nada.'],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})
