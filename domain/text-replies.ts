import { PRODUCT_NAME } from './company.ts'

/** What somebody means who answers one of our texts. */
export type Reply = 'stop' | 'start' | 'help' | 'yes' | 'unknown'

/**
 * Carriers' own words, those the FCC names, and what people write instead: any reasonable way to say stop is one. Compared
 * without case, spaces and punctuation, so "Stop.", "S T O P" and "opt-out" are found too.
 */
const STOP = words(`
  stop stopall end quit cancel unsubscribe revoke optout
  stopp stopit stopthis stopplease pleasestop stopnow stoptexting stoptextingme stopmessages stopsending
  pleasestoptexting pleasestoptextingme dontextme donttext donttextme donottext donottextme nomore nomoretexts
  nomoremessages remove removeme removemynumber takemeoff takemeoffthelist takemeofflist leavemealone
  unsubscribeme unsub optmeout iwanttooptout cancelme cancelall endall quitall revokeconsent wrongnumber
  arret arreter desabonner alto parar cancelar`)

const START = words('start unstop restart resume optin subscribe resubscribe')
const HELP = words('help info helpme aide ayuda')
const YES = words('yes y yeah yep yesplease ok okay confirm si oui')

/** Words that mean stop whatever follows them: "Stop, you have the wrong person". */
const STOP_FIRST = words('stop stopall unsubscribe optout revoke')

export function replyOf(text: string): Reply {
  const plain = lettersOf(text)
  if (STOP.has(plain)) return 'stop'
  if (START.has(plain)) return 'start'
  if (HELP.has(plain)) return 'help'
  if (YES.has(plain)) return 'yes'
  const [first = '', second = ''] = text
    .trim()
    .split(/[\s.,;:!?-]+/)
    .map(lettersOf)
  if (STOP_FIRST.has(first) || STOP_FIRST.has(first + second)) return 'stop'
  return 'unknown'
}

/** Full-width and accented letters are read as plain ones; emoji and punctuation are dropped. */
function lettersOf(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function words(list: string): ReadonlySet<string> {
  return new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => word.toLowerCase()),
  )
}

/** What we answer. One text each, without a word of advertising. */
export const replyTexts = {
  stopped: `${PRODUCT_NAME}: You are unsubscribed and will get no more texts. Reply START to subscribe again.`,
  started: `${PRODUCT_NAME}: You are subscribed again. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.`,
  confirmed: (calendar: string) =>
    `${PRODUCT_NAME}: You will get texts about events from ${calendar}. Reply HELP for help, STOP to cancel.`,
  help: (supportEmail: string) =>
    `${PRODUCT_NAME}: Event notices from community calendars. Help: ${supportEmail}. Msg frequency varies. Msg & data rates may apply. Reply STOP to cancel.`,
} as const
