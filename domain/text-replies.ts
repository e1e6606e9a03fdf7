import type { Language } from './languages.ts'

/** The meaning of a reply to one of our texts. */
export type Reply = 'stop' | 'start' | 'help' | 'yes' | 'unknown'

/**
 * The keywords of carriers and of the FCC, and what people write instead: any reasonable way to say stop must count. Compared
 * without case, spaces, accents and punctuation, so that "Stop.", "S T O P" and "opt-out" match.
 */
const words: Record<Exclude<Reply, 'unknown'>, ReadonlySet<string>> = {
  stop: list(`
    stop stopall end quit cancel unsubscribe revoke optout
    stopp stopit stopthis stopplease pleasestop stopnow stoptexting stoptextingme stopmessages stopsending
    pleasestoptexting pleasestoptextingme dontextme donttext donttextme donottext donottextme nomore nomoretexts
    nomoremessages remove removeme removemynumber takemeoff takemeoffthelist takemeofflist leavemealone
    unsubscribeme unsub optmeout iwanttooptout cancelme cancelall endall quitall revokeconsent wrongnumber
    arret arreter desabonner`),
  start: list('start unstop restart resume optin subscribe resubscribe'),
  help: list('help info helpme aide'),
  yes: list('yes y yeah yep yesplease ok okay confirm oui'),
}

/**
 * Carriers only act on English keywords, so we act on these. They must be the whole reply. Not listed are words of ordinary
 * sentences ("para", "no") and words that are also names or answers.
 */
const spanishWords: typeof words = {
  stop: list(`
    alto parar pare paren basta cancelar cancele cancelen baja darmedebaja dardebaja demedebaja quierodarmedebaja
    detener detenga detengan salir eliminar eliminarme eliminenme borrarme borrenme quitarme quitenme
    nomas nomasmensajes nomastextos nomemandenmas nomemandenmasmensajes nomeenvienmas nomeenvienmasmensajes
    nomemandenmensajes nomeenvienmensajes dejendeenviar dejendemandar dejenmeenpaz numeroequivocado`),
  start: list('empezar iniciar reanudar suscribir suscribirme'),
  help: list('ayuda ayudame ayudeme informacion'),
  yes: list('si sip sisi siporfavor siconfirmo confirmar confirmo acepto'),
}

/** Words that mean stop whatever follows: "Stop, you have the wrong person". */
const STOP_FIRST = list('stop stopall unsubscribe optout revoke')

export function replyOf(text: string): Reply {
  const plain = lettersOf(text)
  for (const reply of ['stop', 'start', 'help', 'yes'] as const) {
    if (words[reply].has(plain) || spanishWords[reply].has(plain)) return reply
  }
  const [first = '', second = ''] = text
    .trim()
    .split(/[\s.,;:!?-]+/)
    .map(lettersOf)
  if (STOP_FIRST.has(first) || STOP_FIRST.has(first + second)) return 'stop'
  return 'unknown'
}

/** Returns the language of a reply if its keyword shows it. */
export function languageOf(text: string): Language | null {
  const plain = lettersOf(text)
  return Object.values(spanishWords).some((list) => list.has(plain)) ? 'es' : null
}

/** Reads full-width and accented letters as plain ones; drops emoji and punctuation. */
function lettersOf(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function list(text: string): ReadonlySet<string> {
  return new Set(
    text
      .trim()
      .split(/\s+/)
      .map((word) => word.toLowerCase()),
  )
}
