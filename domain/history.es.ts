import { PRODUCT_NAME } from './company.ts'
import type { HistoryColumn } from './event-columns.ts'
import type { HistoryEntry } from './history.ts'

export { type HistoryEntry, type HistoryKind, historyKinds } from './history.ts'

export function historySentence(entry: HistoryEntry): string {
  const sentence = sentences[entry.entity_type]
  return `${sentence ? sentence(entry) : `${whoOf(entry)} ${verbs[entry.action] ?? 'cambió'} algo`}.`
}

const sentences: Record<string, (entry: HistoryEntry) => string> = {
  calendar: calendarSentence,
  membership: membershipSentence,
  invitation: invitationSentence,
  contact: contactSentence,
  event: (entry) => eventSentence(entry, 'un evento'),
  series: (entry) => eventSentence(entry, 'un evento que se repite'),
}

const verbs: Record<string, string> = { create: 'agregó', update: 'cambió', delete: 'eliminó', restore: 'restauró' }

function calendarSentence(entry: HistoryEntry): string {
  const who = whoOf(entry)
  if (entry.action === 'create') return `${who} creó el calendario`
  if (entry.action === 'import') return importSentence(entry)
  if (entry.action !== 'update') return `${who} ${verbs[entry.action]} el calendario`
  const changed = entry.details.changed ?? []
  if (changed.includes('owner_id')) return `${who} transfirió el calendario a otra persona`
  const { is_paused, is_disabled } = entry.details
  if (changed.includes('sending_paused_at'))
    return `${whoOf(entry, PRODUCT_NAME)} ${oneOf(is_paused, 'pausó', 'reanudó')} el envío`
  if (changed.includes('disabled'))
    return `${whoOf(entry, PRODUCT_NAME)} ${oneOf(is_disabled, 'desactivó', 'activó')} el calendario`
  if (changed.includes('suggestion_accepted')) return `${whoOf(entry, PRODUCT_NAME)} aceptó un evento sugerido`
  if (changed.includes('suggestion_declined')) return `${who} rechazó un evento sugerido`
  if (changed.includes('webhook_added')) return `${who} agregó un webhook`
  if (changed.includes('webhook_changed')) return `${who} cambió un webhook`
  if (changed.includes('webhook_removed')) return `${who} quitó un webhook`
  if (changed.includes('webhook_left'))
    return `${PRODUCT_NAME} desactivó un webhook, porque quien lo agregó ya no lo administra`
  if (changed.includes('webhook_failed')) return `${PRODUCT_NAME} desactivó un webhook, porque fallaba siempre`
  return `${who} cambió ${columnWords(changed, calendarColumns, 'la configuración')}`
}

/** Lines from before this was stored say neither. */
function oneOf(isFirst: boolean | undefined, first: string, second: string): string {
  if (isFirst === undefined) return `${first} o ${second}`
  return isFirst ? first : second
}

function importSentence(entry: HistoryEntry): string {
  const { added = 0, changed_events = 0, removed = 0, kept = 0, source, from } = entry.details
  const counted = (count: number, one: string) => (count > 0 ? [`${count} ${count === 1 ? one : `${one}s`}`] : [])
  const parts = [...counted(added, 'agregado'), ...counted(changed_events, 'cambiado'), ...counted(removed, 'quitado')]
  if (source === 'move') return `${PRODUCT_NAME} trajo el calendario aquí desde ${from}`
  if (source === 'undo')
    return `${whoOf(entry)} deshizo una importación: ${removed} ${removed === 1 ? 'quitado' : 'quitados'}${kept > 0 ? `, ${kept} con cambios ${kept === 1 ? 'se queda' : 'se quedan'}` : ''}`
  if (source === 'copy') return `${whoOf(entry)} repitió los eventos del año pasado: ${parts.join(', ')}`
  const origin = source === 'feed' ? 'del calendario externo' : 'de un archivo'
  return `${whoOf(entry, PRODUCT_NAME)} importó eventos ${origin}: ${parts.join(', ')}`
}

function membershipSentence(entry: HistoryEntry): string {
  const { subject, details, is_self, action } = entry
  const whom = `a ${subject ?? 'alguien'}`
  if (action === 'create')
    return is_self || !entry.actor ? `${subject ?? SOMEONE} se unió` : `${entry.actor} agregó ${whom}`
  if (action === 'delete') return details.self_removal ? `${whoOf(entry)} salió` : `${whoOf(entry)} quitó ${whom}`
  return `${whoOf(entry)} cambió el papel de ${subject ?? 'alguien'}: ${details.role === 'admin' ? 'administrador' : 'miembro'}`
}

function invitationSentence(entry: HistoryEntry): string {
  if (entry.action === 'delete') return `${whoOf(entry)} retiró una invitación`
  return `${whoOf(entry)} invitó a ${entry.subject ?? 'alguien'} como ${invitedAs(entry.details.role)}`
}

function invitedAs(role?: string): string {
  if (role === 'owner') return 'próximo propietario'
  return role === 'admin' ? 'administrador' : 'miembro'
}

function contactSentence(entry: HistoryEntry): string {
  const { subject, details, action, actor } = entry
  const way = details.contact_type === 'phone' ? 'por mensaje de texto' : 'por correo'
  const whom = subject ?? (details.contact_type === 'phone' ? 'un número de teléfono' : 'un correo electrónico')
  // The contact acted, not a member: they followed, confirmed or changed their preferences.
  if (action === 'create' && details.source === 'follow') return `${subject ?? SOMEONE} siguió el calendario ${way}`
  if (details.changed?.includes('preferences')) return `${subject ?? SOMEONE} cambió qué quiere recibir`
  if (details.changed?.includes('opt_out')) return `${subject ?? SOMEONE} canceló su suscripción`
  if (details.changed?.includes('opt_in')) return `${subject ?? SOMEONE} se suscribió de nuevo`
  if (action === 'update') return actor ? `${actor} cambió ${whom}` : `${subject ?? SOMEONE} confirmó los avisos ${way}`
  if (action === 'delete') return `${whoOf(entry)} quitó ${whom} de los destinatarios`
  if (action === 'import') return `${whoOf(entry)} importó ${importedContacts(details)} como destinatarios`
  return `${whoOf(entry)} agregó ${whom} a los destinatarios${details.source === 'import' ? ' por importación' : ''}`
}

function importedContacts({ emails = 0, phones = 0 }: HistoryEntry['details']): string {
  const counted = (count: number, one: string, many: string) =>
    count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  return [
    ...counted(emails, 'correo electrónico', 'correos electrónicos'),
    ...counted(phones, 'número de teléfono', 'números de teléfono'),
  ].join(' y ')
}

function eventSentence(entry: HistoryEntry, unnamed: string): string {
  const what = entry.subject === null ? unnamed : `“${entry.subject}”`
  if (entry.action === 'send') {
    const { kind = 'alert', emergency } = entry.details
    return `${whoOf(entry)} envió ${sentKinds[kind]} ${what}${emergency ? ', con mensajes de texto de noche' : ''}`
  }
  if (entry.action !== 'update') return `${whoOf(entry)} ${verbs[entry.action]} ${what}`
  if (entry.details.changed?.includes('check_ins')) return `${whoOf(entry)} empezó a registrar llegadas en ${what}`
  return `${whoOf(entry)} cambió ${columnWords(entry.details.changed ?? [], eventColumnNames, 'detalles')} de ${what}`
}

const sentKinds = {
  alert: 'la alerta',
  update: 'novedades de',
  all_clear: 'el fin de la alerta',
  message: 'un mensaje a los invitados de',
}

const SOMEONE = 'Alguien'

function whoOf({ actor }: HistoryEntry, otherwise = SOMEONE): string {
  return actor ?? otherwise
}

const calendarColumns: Record<string, string> = {
  name: 'el nombre',
  description: 'la descripción',
  state: 'el lugar',
  city: 'el lugar',
  time_zone: 'la zona horaria',
  allow_guest_users: 'quién lo puede seguir',
  admin_email: 'el correo de contacto',
  external_calendar_url: 'el enlace externo',
  sendgrid_template_id: 'la plantilla de correo',
  notify_at: 'la hora de envío',
  collections: 'las páginas del pueblo que lo muestran',
  takes_suggestions: 'quién puede sugerir eventos',
  polls: 'las encuestas de fecha',
  trusted_submitters: 'qué sugerencias se aceptan enseguida',
}

type ExtraColumn = 'rsvp' | 'rsvp_answers' | 'slots' | 'slot_signups' | 'cohost_id'

const eventColumnNames: Record<HistoryColumn | ExtraColumn, string> = {
  rsvp: 'la pregunta de quién viene',
  rsvp_answers: 'una respuesta de quién viene',
  slots: 'lo que se necesita',
  slot_signups: 'quién ayuda',
  cohost_id: 'qué calendarios lo organizan',
  title: 'el título',
  description: 'la descripción',
  location_name: 'el lugar',
  location: 'el lugar',
  link_url: 'el enlace',
  latitude: 'el lugar',
  longitude: 'el lugar',
  category: 'la categoría',
  status: 'el estado',
  status_reason: 'el estado',
  include_in_mailer: 'el envío',
  mail_tags: 'el envío',
  image: 'la imagen',
  image_alt: 'la imagen',
  start_time: 'la hora',
  end_time: 'la hora',
  all_day: 'la hora',
  event_date: 'el día',
  end_date: 'el día',
}

function columnWords(columns: string[], words: Record<string, string>, otherwise: string): string {
  const named = [...new Set(columns.flatMap((column) => words[column] ?? []))]
  const last = named.pop()
  if (last === undefined) return otherwise
  return named.length > 0 ? `${named.join(', ')} y ${last}` : last
}
