import { failure } from '#domain/texts/toast.ts'

export const leaveTexts = {
  description: (name: string) =>
    `Ya no verá “${name}” ni sus eventos, ni recibirá sus avisos. Para volver necesitará una nueva invitación.`,
  tickFirst: 'Marque la casilla para continuar',
  acknowledge: 'Entiendo que perderé el acceso a este calendario',
  confirm: 'Salir del calendario',
  working: 'Saliendo...',
} as const

export const memberTexts = {
  list: 'Miembros',
  loading: 'Cargando miembros',
  loadFailed: failure('No se pudieron cargar los miembros'),
  owner: 'Propietario',
  admin: 'Administrador',
  member: 'Miembro',
  you: '(usted)',
  promote: 'Hacer administrador',
  demote: 'Hacer miembro',
  remove: 'Quitar',
  transfer: 'Hacer propietario',
  of: (action: string, name: string) => `${action}: ${name}`,
  roleChanged: (name: string, role: 'admin' | 'member') => ({
    title: 'Miembro actualizado',
    body: role === 'admin' ? `${name} ahora administra el calendario.` : `${name} ya no administra el calendario.`,
  }),
  roleFailed: failure('No se pudo actualizar el miembro'),
  removed: (name: string) => ({ title: 'Miembro quitado', body: `${name} ya no es miembro de este calendario.` }),
  removeFailed: failure('No se pudo quitar el miembro'),
  removeQuestion: (name: string) => `¿Quitar a ${name}?`,
  removeBody:
    'Perderá el acceso al calendario. El enlace de invitación cambia, para que no pueda volver con él. Las listas de contactos quedan como están.',
  removing: 'Quitando...',
  transferred: (name: string) => ({
    title: 'Calendario ofrecido',
    body: `Será de ${name} cuando lo acepte en Mis calendarios.`,
  }),
  transferFailed: failure('No se pudo transferir el calendario'),
  transferQuestion: (name: string) => `¿Transferir el calendario a ${name}?`,
  transferBody:
    'Cuando lo acepte, tendrá el control de la configuración y de los miembros. Usted seguirá como administrador, y después podrá salir.',
  transferring: 'Transfiriendo...',
  password: 'Su contraseña',
  alone: 'Nadie más puede llevar este calendario',
  aloneBody:
    'Si usted pierde el acceso, nadie puede agregar eventos ni entregarlo. Invite abajo a un segundo administrador, o al próximo propietario al final de su año.',
} as const

export const offerTexts = {
  title: (name: string) => `Le ofrecen “${name}”`,
  body: 'Su propietario quiere entregarle este calendario. Si lo acepta, usted responde de su configuración, sus miembros y sus envíos, y lo que envíe cuenta en su plan.',
  accept: 'Aceptar',
  decline: 'Rechazar',
  of: (action: string, name: string) => `${action}: ${name}`,
  accepted: (name: string) => ({ title: `${name} ahora es suyo` }),
  declined: (name: string) => ({ title: 'Oferta rechazada', body: `${name} sigue con su propietario.` }),
  failed: failure('No se pudo responder a la oferta'),
  ownerless: (name: string) => `“${name}” necesita un nuevo propietario`,
  ownerlessBody:
    'Su propietario se ha ido y está guardado. Tómelo en un plazo de 30 días para recuperarlo; lo que envíe contará entonces en su plan.',
  take: 'Quedármelo',
  takeFailed: failure('No se pudo tomar el calendario'),
} as const

export const inviteTexts = {
  hint: 'Quien tenga este enlace puede unirse como miembro.',
  link: 'Enlace de invitación',
  copy: 'Copiar',
  renew: 'Renovar enlace',
  renewing: 'Renovando...',
  renewQuestion: '¿Renovar el enlace de invitación?',
  renewBody: 'Los enlaces que compartió hasta ahora dejan de funcionar. Quienes ya se unieron se quedan.',
  renewed: { title: 'Enlace de invitación renovado', body: 'El enlace anterior ya no funciona.' },
  renewFailed: failure('No se pudo renovar el enlace de invitación'),
  copyByHand: { title: 'Copie el enlace a mano' },
  unavailable: failure('Este calendario no tiene enlace de invitación.'),
} as const

export const invitationTexts = {
  title: 'Invitar por correo',
  emails: 'Direcciones de correo',
  emailsHint: 'Separe varias con comas o líneas nuevas.',
  role: 'Función',
  roles: {
    member: 'Miembro: lo ve todo, edita sus propios eventos',
    admin: 'Administrador: agrega eventos, gestiona destinatarios',
    owner: 'Propietario: se une como administrador y se le ofrece el calendario',
  },
  ownerQuestion: '¿Invitar al próximo propietario?',
  ownerBody: 'Se une como administrador y se le ofrece el calendario. Cambia de manos cuando lo acepta.',
  send: 'Enviar invitaciones',
  sending: 'Enviando...',
  sent: (count: number) => ({
    title: count === 1 ? 'Invitación enviada' : `${count} invitaciones enviadas`,
    body: 'Recibirá un correo cuando se unan.',
  }),
  failed: failure('No se pudieron enviar las invitaciones'),
  open: 'Invitaciones abiertas',
  states: {
    sending: 'En camino',
    sent: (day: string) => `Enviada el ${day}`,
    expired: 'Caducada',
  },
  until: (day: string) => `funciona hasta el ${day}`,
  again: 'Enviar otra vez',
  withdraw: 'Retirar',
  of: (action: string, email: string) => `${action}: ${email}`,
  withdrawn: (email: string) => ({
    title: 'Invitación retirada',
    body: `El enlace enviado a ${email} ya no funciona.`,
  }),
  withdrawFailed: failure('No se pudo retirar la invitación'),
  loadFailed: failure('No se pudieron cargar las invitaciones'),
} as const

export const membershipTexts = {
  inviteCopied: { title: '¡Enlace de invitación copiado!' },
  left: (name: string) => ({
    title: 'Ha salido del calendario',
    body: `Ya no es miembro de “${name}” y no recibirá sus avisos.`,
  }),
  leaveFailed: failure('No se pudo salir del calendario. Inténtelo de nuevo.'),
  lastAdmin: {
    title: 'No puede salir del calendario',
    body: 'Es el único administrador. Transfiera el calendario o nombre a otro administrador antes de salir.',
  },
  leaveThisCalendar: 'Salir de este calendario',
  invite: 'Invitar',
} as const
