import type { OptOutOutcome } from '#domain/opt-out-choices.ts'

export const followDialogTexts = {
  lead: 'Le enviamos un correo para confirmar. Puede dejar de recibir avisos cuando quiera.',
  preference: 'Cómo prefiere recibirlos',
  title: (calendar: string) => `Seguir ${calendar}`,
  preferences: { email: 'Solo correo electrónico', both: 'Correo electrónico + avisos por SMS' },
  cancel: 'Cancelar',
  sendConfirmation: 'Enviar confirmación',
  sentTitle: 'Revise su correo',
  sentTo: (email: string) => `Enviamos un enlace a ${email}. Ábralo para seguir el calendario.`,
  sentHint: '¿No llegó? Mire en la carpeta de correo no deseado o pida que se lo enviemos de nuevo.',
  sendAgain: 'Enviar de nuevo',
  wrongAddress: '¿La dirección está mal?',
  fullBody:
    'El plan gratuito de este calendario está lleno. Puede seguirlo sin correo o esperar: a quienes esperan se les pregunta en orden cuando hay un lugar.',
  addToApp: 'Agregar a su app de calendario',
  rss: 'Canal RSS',
  wait: 'Unirse a la lista de espera',
} as const

export const followCardTexts = {
  title: 'Entérese del próximo',
  lead: 'Un correo el día de cada evento. Sin cuenta.',
  email: 'Correo electrónico',
} as const

export const confirmPageTexts = {
  head: { title: 'Confirme su suscripción | Townbell', description: 'Confirma que quiere seguir un calendario.' },
  loading: 'Confirmando su suscripción',
  success: 'Suscripción confirmada',
  replyYes: 'Responda SÍ a nuestro mensaje de texto para recibir también mensajes de texto.',
  noTexts: 'Por ahora este calendario no acepta más números de teléfono, así que recibirá solo correos.',
  confirm: 'Confirmar',
  following: 'Ya sigue el calendario.',
  failed: 'No se pudo confirmar la suscripción',
  expiredTitle: 'Enlace vencido',
  failedTitle: 'No se pudo confirmar',
  viewCalendar: 'Ver el calendario',
  findAgain: 'Buscar el calendario otra vez',
  goHome: 'Ir al inicio',
} as const

export const installTexts = {
  title: 'Ponga Townbell en su pantalla de inicio',
  body: 'Así tiene sus calendarios a un toque, también sin conexión.',
  install: 'Instalar',
  notNow: 'Ahora no',
} as const

export const optOutPageTexts = {
  head: {
    title: 'Cancelar suscripción | Townbell',
    description: 'Deje de recibir los avisos de un calendario. No hace falta una cuenta.',
  },
  title: 'Cancelar la suscripción a los avisos',
  done: 'Suscripción cancelada',
  ask: 'Le enviamos un enlace que muestra todos los calendarios que le escriben. Ahí cancela lo que quiera.',
  address: 'Correo electrónico o teléfono',
  sendLink: 'Enviarme el enlace',
  check: 'Revise sus mensajes',
  orStop: 'Para no recibir ningún mensaje de texto más, responda ALTO a uno.',
  damaged: 'Este enlace no funciona',
  stopFrom: 'Dejar de recibir todos los avisos de',
  stop: 'Dejar de recibir todos los avisos de este calendario.',
  email: 'Correo electrónico',
  notYou: '¿No fue usted?',
  notYouBody: 'Alguien nos pidió que dejáramos de enviarle avisos. Si quiere seguir recibiéndolos, díganoslo aquí.',
  welcomeBack: 'Qué bueno tenerle de vuelta',
  notUndone: 'No funcionó',
  failed: 'No pudimos procesar su solicitud. Inténtelo de nuevo.',
  unsubscribe: 'Cancelar suscripción',
  channels: { email: () => 'Correos', sms: (phone: string) => `Mensajes de texto al ${phone}` },
  stopped({ email, sms, phone, push }: OptOutOutcome, isKnown: boolean): string {
    const ways = {
      'los correos': email,
      [`los mensajes de texto al ${phone}`]: sms,
      'los avisos en el navegador': push,
    }
    const those = (state: string) => Object.keys(ways).filter((way) => ways[way as keyof typeof ways] === state)
    const said = [
      ...those('stopped').map((way) => `Ya no llegarán ${way}.`),
      ...those('continues').map((way) => `Seguirán llegando ${way}.`),
      ...(isKnown ? [] : ['Si también recibe mensajes de texto, responda ALTO a uno.']),
    ]
    return said.join(' ')
  },
  returnHome: 'Volver al inicio',
  undo: 'Mantener mi suscripción',
  less: '¿Mejor recibir menos?',
  lessChoices: { weekly: 'Una vez por semana', alerts: 'Solo alertas', pause: 'Una pausa de un mes' },
  lessDone: {
    weekly: 'Recibirá un correo por semana, el domingo por la tarde.',
    alerts: 'Recibirá las alertas y nada más.',
    pause: 'No recibirá nada durante 30 días. Después todo seguirá como antes.',
  },
  saved: 'Guardado',
  undoNow: 'Deshacer',
  why: '¿Por qué? Un toque ayuda a los organizadores, que verán su respuesta.',
  reasons: {
    too_many: 'Demasiados correos',
    not_for_me: 'No es para mí',
    never_asked: 'Nunca lo pedí',
    other: 'Otra razón',
  },
  thanks: 'Gracias por decírselo.',
} as const
