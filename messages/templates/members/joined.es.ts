import type { joined as English } from './joined.ts'

export const joined: typeof English = (calendar, person, role, url) => ({
  subject: `${person} se unió a ${calendar}`,
  heading: `${person} se unió a ${calendar}`,
  before: [
    role === 'admin'
      ? `${person} aceptó la invitación y ahora administra el calendario: puede añadir eventos y gestionar destinatarios.`
      : `${person} aceptó la invitación y ahora es miembro.`,
  ],
  button: { label: 'Ver los miembros', url },
  after: ['Allí puede cambiar su función o quitarle el acceso.'],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})
