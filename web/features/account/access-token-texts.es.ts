import { failure } from '#domain/texts/toast.ts'
import type { TokenScopeName } from '#domain/token-scopes.ts'

export const accessTokenTexts = {
  create: 'Token nuevo',
  docs: 'Cómo los usan los programas (en inglés)',
  question: 'Token de acceso nuevo',
  body: 'El programa que lo tenga actúa en su nombre, con los límites que elija aquí.',
  name: 'Nombre',
  nameHint: 'Para qué programa es; por ejemplo, “Sitio web”.',
  nameRequired: 'Póngale un nombre al token.',
  calendars: 'Calendarios',
  all: 'Todos mis calendarios, también los futuros',
  chosen: 'Solo estos:',
  chooseOne: 'Elija al menos un calendario.',
  rights: 'Qué puede hacer',
  read: 'Ver calendarios y eventos',
  write: 'Agregar, cambiar y borrar eventos',
  contacts: 'Ver contactos y miembros',
  contactsHint: 'Nombres y direcciones de personas. Junto con la línea anterior, también agregar contactos.',
  scopes: {
    send_alerts: {
      label: 'Enviar alertas',
      hint: 'Al momento, a todos los que siguen, sin preguntar a nadie. Para una sirena o un sistema de avisos.',
    },
    read_mailings: { label: 'Ver qué se envió', hint: 'Con contactos, también quién recibió cada mensaje.' },
    read_answers: { label: 'Ver quién viene y quién ayuda', hint: 'Nombres, direcciones y respuestas de personas.' },
    record_answers: { label: 'Anotar respuestas y registrar llegadas', hint: 'Para una mesa de registro.' },
  } satisfies Record<TokenScopeName, { label: string; hint: string }>,
  expires: 'Vence después de',
  days: (count: number) => (count === 365 ? '1 año' : `${count} días`),
  onceHeading: 'Su token nuevo',
  onceBody: 'Cópielo ahora en su programa; no lo volveremos a mostrar.',
  copy: 'Copiar',
  copied: { title: 'Token copiado' },
  notCopied: { title: 'Copie el token usted mismo' },
  done: 'Ya lo copié',
  failed: failure('No se pudo crear el token'),
  scope: (calendars: number | null, canWrite: boolean, contacts: boolean, scopes: TokenScopeName[]) =>
    [
      calendars === null ? 'Todos los calendarios' : calendars === 1 ? '1 calendario' : `${calendars} calendarios`,
      canWrite ? 'lee y escribe' : 'solo lee',
      contacts ? 'con contactos' : 'sin contactos',
      ...scopes.map((scope) => does[scope]),
    ].join(', '),
  used: (when: string | null, expires: string) =>
    `${when ? `Último uso: ${when}` : 'Nunca se usó'}. Vence el ${expires}.`,
  expired: 'Vencido',
  revoke: 'Revocar',
  revoked: { title: 'Token revocado', body: 'Los programas que lo usaban ya no pueden entrar.' },
  revokeFailed: failure('No se pudo revocar el token'),
  loadFailed: 'No se pudieron cargar sus tokens.',
  list: 'Sus tokens de acceso',
} as const

const does: Record<TokenScopeName, string> = {
  send_alerts: 'envía alertas',
  read_mailings: 've qué se envió',
  read_answers: 've quién viene',
  record_answers: 'anota respuestas',
}
