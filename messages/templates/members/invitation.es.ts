import { INVITATION_DAYS } from '#domain/limits.ts'
import type { invitation as English } from './invitation.ts'

export const invitation: typeof English = (calendar, role, url) => ({
  subject: `Tiene una invitación a ${calendar}`,
  heading: `Unirse a ${calendar}`,
  before: [
    {
      owner: `La persona propietaria del calendario «${calendar}» quiere entregárselo. Únase, mírelo con calma y acéptelo en Mis calendarios; hasta entonces no cambia de manos.`,
      admin: `La persona propietaria del calendario «${calendar}» le invita a llevarlo con ella. Como administrador añade eventos y decide a quién se avisa.`,
      member: `Un organizador del calendario «${calendar}» le invita a unirse. Como miembro ve sus eventos y elige si quiere recibir correos.`,
    }[role],
  ],
  button: { label: 'Ver la invitación', url },
  after: [
    `El enlace funciona una sola vez, durante ${INVITATION_DAYS} días, con una cuenta de esta dirección de correo. La cuenta es gratis.`,
    'Si no conoce el calendario, ignore este mensaje: no recibirá nada si no se une.',
  ],
  reason: `Recibe este único mensaje porque un organizador de «${calendar}» escribió esta dirección.`,
})
