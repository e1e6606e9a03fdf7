import type * as English from './transfer.ts'

export const offerMade: typeof English.offerMade = (calendar, url) => ({
  subject: `Usted ofreció ${calendar} a otra persona`,
  heading: 'Su calendario está ofrecido',
  before: [
    `«${calendar}» se ofreció a uno de sus miembros con su cuenta y su contraseña. Cambiará de manos cuando esa persona lo acepte; entonces recibirá otro mensaje.`,
  ],
  button: { label: 'Ver los miembros', url },
  after: ['Si no fue usted, cambie su contraseña de inmediato y quite a ese miembro.'],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})

export const offered: typeof English.offered = (calendar, url) => ({
  subject: `Le ofrecen ${calendar}`,
  heading: 'Le ofrecen un calendario',
  before: [
    `La persona propietaria de «${calendar}» quiere entregárselo. Si acepta, su configuración, sus miembros y sus envíos serán su responsabilidad, y lo que envíe contará en su plan.`,
  ],
  button: { label: 'Aceptar o rechazar', url },
  after: ['Si no lo quiere, no tiene que hacer nada.'],
  reason: `Recibe este mensaje porque es miembro de «${calendar}».`,
})

export const taken: typeof English.taken = (calendar, url) => ({
  subject: `Ahora ${calendar} es suyo`,
  heading: 'Ahora tiene un calendario',
  before: [
    `«${calendar}» es suyo: su configuración, sus miembros y sus envíos son su responsabilidad. Revise sus miembros y destinatarios antes de enviar algo.`,
  ],
  button: { label: 'Ver los miembros', url },
  after: ['Si alguien se lo ofreció, puede recuperarlo durante 7 días, por si no quiso hacerlo.'],
  reason: `Recibe este mensaje porque es la persona propietaria de «${calendar}».`,
})

export const takenBack: typeof English.takenBack = (calendar, url) => ({
  subject: `${calendar} fue recuperado`,
  heading: 'El calendario fue recuperado',
  before: [
    `La persona que le entregó «${calendar}» lo ha recuperado, lo que es posible durante 7 días. Usted ya no pertenece a él.`,
  ],
  button: { label: 'Abrir sus calendarios', url },
  after: ['Si es un error, pídale que le invite de nuevo.'],
  reason: `Recibe este mensaje porque «${calendar}» era suyo.`,
})

export const ownerLeft: typeof English.ownerLeft = (calendar, url) => ({
  subject: `${calendar} necesita un nuevo propietario`,
  heading: '¿Quién se queda con el calendario?',
  before: [
    `La persona propietaria de «${calendar}» se ha ido. El calendario está guardado: nadie lo ve y no envía nada. Como administrador puede quedárselo, con todo su contenido.`,
  ],
  button: { label: 'Quedármelo', url },
  after: ['Será de quien lo tome primero. Si nadie lo toma, se eliminará a los 30 días.'],
  reason: `Recibe este mensaje porque administra «${calendar}».`,
})
