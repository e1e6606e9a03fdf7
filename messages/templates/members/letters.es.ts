import { INVITATION_DAYS, TRIAL_CONTACTS } from '#domain/limits.ts'
import type { members as English } from './letters.ts'

export const members: typeof English = {
  invitation: (calendar, person, role, url) => ({
    subject: `${person} le invita a ${calendar}`,
    heading: `Unirse a ${calendar}`,
    before: [
      {
        owner: `${person}, a quien pertenece el calendario “${calendar}”, quiere entregárselo. Únase, mírelo con calma y acéptelo en Mis calendarios; hasta entonces no cambia de manos.`,
        admin: `${person}, a quien pertenece el calendario “${calendar}”, le invita a llevarlo en común. Como administrador agrega eventos y decide a quién se avisa.`,
        member: `${person}, que organiza el calendario “${calendar}”, le invita a unirse. Como miembro ve sus eventos y elige si quiere recibir correos.`,
      }[role],
    ],
    button: { label: 'Ver la invitación', url },
    after: [
      `El enlace funciona una sola vez, durante ${INVITATION_DAYS} días, con una cuenta de esta dirección de correo. La cuenta es gratis.`,
      'Si no conoce el calendario, ignore este mensaje: no recibirá nada si no se une.',
    ],
    reason: `Recibe este único mensaje porque ${person} escribió esta dirección para “${calendar}”.`,
  }),

  joined: (calendar, person, role, url) => ({
    subject: `${person} se unió a ${calendar}`,
    heading: `${person} se unió a ${calendar}`,
    before: [
      role === 'admin'
        ? `${person} aceptó la invitación y ahora administra el calendario: puede agregar eventos y gestionar destinatarios.`
        : `${person} aceptó la invitación y ahora es miembro.`,
    ],
    button: { label: 'Ver los miembros', url },
    after: ['Allí puede cambiar su función o quitarle el acceso.'],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),

  waiting: (calendar, count, url) => ({
    subject:
      count === 1 ? `1 persona espera para seguir ${calendar}` : `${count} personas esperan para seguir ${calendar}`,
    heading: 'Su plan gratuito está lleno',
    before: [
      `${count === 1 ? '1 persona quiere' : `${count} personas quieren`} seguir “${calendar}” por correo, pero los ${TRIAL_CONTACTS} lugares del plan gratuito están ocupados.`,
      'Quite direcciones que ya no necesite o pídanos un plan más grande. A quienes esperan se les pregunta en orden, sin que usted haga nada.',
    ],
    button: { label: 'Ver sus destinatarios', url },
    after: ['No escribimos sobre esto más de una vez al día.'],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),

  offerMade: (calendar, url) => ({
    subject: `Usted ofreció ${calendar} a otra persona`,
    heading: 'Su calendario está ofrecido',
    before: [
      `“${calendar}” se ofreció a uno de sus miembros con su cuenta y su contraseña. Cambiará de manos cuando esa persona lo acepte; entonces recibirá otro mensaje.`,
    ],
    button: { label: 'Ver los miembros', url },
    after: ['Si no fue usted, cambie su contraseña de inmediato y quite a ese miembro.'],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),

  offered: (calendar, url) => ({
    subject: `Le ofrecen ${calendar}`,
    heading: 'Le ofrecen un calendario',
    before: [
      `La persona propietaria de “${calendar}” quiere entregárselo. Si acepta, su configuración, sus miembros y sus envíos serán su responsabilidad, y lo que envíe contará en su plan.`,
    ],
    button: { label: 'Aceptar o rechazar', url },
    after: ['Si no lo quiere, no tiene que hacer nada.'],
    reason: `Recibe este mensaje porque es miembro de “${calendar}”.`,
  }),

  taken: (calendar, url) => ({
    subject: `Ahora ${calendar} es suyo`,
    heading: 'Ahora tiene un calendario',
    before: [
      `“${calendar}” es suyo: su configuración, sus miembros y sus envíos son su responsabilidad. Revise sus miembros y destinatarios antes de enviar algo.`,
    ],
    button: { label: 'Ver los miembros', url },
    after: ['Si alguien se lo ofreció, puede recuperarlo durante 7 días, por si no quiso hacerlo.'],
    reason: `Recibe este mensaje porque es la persona propietaria de “${calendar}”.`,
  }),

  takenBack: (calendar, url) => ({
    subject: `${calendar} fue recuperado`,
    heading: 'El calendario fue recuperado',
    before: [
      `La persona que le entregó “${calendar}” lo ha recuperado, lo que es posible durante 7 días. Usted ya no pertenece a él.`,
    ],
    button: { label: 'Abrir sus calendarios', url },
    after: ['Si es un error, pídale que le invite de nuevo.'],
    reason: `Recibe este mensaje porque “${calendar}” era suyo.`,
  }),

  ownerLeft: (calendar, url) => ({
    subject: `${calendar} necesita un nuevo propietario`,
    heading: '¿Quién se queda con el calendario?',
    before: [
      `La persona propietaria de “${calendar}” se ha ido. El calendario está guardado: nadie lo ve y no envía nada. Como administrador puede quedárselo, con todo su contenido.`,
    ],
    button: { label: 'Quedármelo', url },
    after: ['Será de quien lo tome primero. Si nadie lo toma, se eliminará a los 30 días.'],
    reason: `Recibe este mensaje porque administra “${calendar}”.`,
  }),
}
