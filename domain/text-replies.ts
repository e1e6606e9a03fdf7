import type { Language } from './languages.ts'

/** What somebody means who answers one of our texts. */
export type Reply = 'stop' | 'start' | 'help' | 'yes' | 'unknown'

/**
 * Carriers' own words, those the FCC names, and what people write instead: any reasonable way to say stop is one. Compared
 * without case, spaces, accents and punctuation, so "Stop.", "S T O P" and "opt-out" are found too.
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
 * Carriers act on English words only, so these are ours to act on. They count only when they are all that was written: "para" and "no" stand
 * in sentences and are not here, nor is any word that is a name or an answer as well.
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

/** Words that mean stop whatever follows them: "Stop, you have the wrong person". */
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

/** The language somebody answered in, where their word tells. */
export function languageOf(text: string): Language | null {
  const plain = lettersOf(text)
  return Object.values(spanishWords).some((list) => list.has(plain)) ? 'es' : null
}

/** Full-width and accented letters are read as plain ones; emoji and punctuation are dropped. */
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
