import type { calendarTaken as English } from './calendar-taken.ts'

export const calendarTaken: typeof English = (url, supportEmail, calendar) => ({
  subject: `${calendar} tiene un nuevo propietario`,
  heading: 'Su calendario tiene un nuevo propietario',
  before: [
    `La persona a quien se ofreció «${calendar}» lo ha aceptado. Ahora decide sobre su configuración y sus miembros.`,
  ],
  button: { label: 'No fui yo: recuperarlo', url },
  after: [
    'Si usted no lo ofreció, otra persona ha iniciado sesión en su cuenta. El botón le devuelve el calendario. Funciona una sola vez, durante 7 días, y pide la contraseña que tenía cuando se aceptó el calendario. Después, cambie su contraseña.',
    `Si necesita ayuda, escriba a ${supportEmail}.`,
  ],
  reason: `Recibe este mensaje porque «${calendar}» era suyo.`,
})
