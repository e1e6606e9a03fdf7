import { LINK_WORD, linkCookieName } from '#domain/link-session.ts'
import { continueAs } from './link-session-texts.ts'
import { STORAGE_KEY } from './session-attribute.ts'

type Parameters = Record<string, string>
type Person = { id: string; email: string }

let confirmed = false

/** Tells whether this page began with the link that confirms a new account. */
export const hasJustConfirmed = () => confirmed

/**
 * Decides whether auth-js may take the session, or report the error, that an address brings. A session needs the word that this browser got
 * when it pressed the button in the mail's page, and replaces that of another person only if the visitor says so.
 */
export function acceptsLink(_url: URL, parameters: Parameters): boolean {
  const { access_token: token, error, error_code, error_description, [LINK_WORD]: word } = parameters
  if (!token) return Boolean(error || error_code || error_description)
  if (!word || word !== takeWord()) return false
  const [current, next] = [storedPerson(), personIn(token)]
  if (!next) return false
  const isAccepted = !current || current.id === next.id || window.confirm(continueAs(current.email, next.email))
  confirmed = isAccepted && parameters.type === 'signup'
  return isAccepted
}

/** Reads the cookie and deletes it: it is good once. */
function takeWord(): string | undefined {
  const isSecure = location.protocol === 'https:'
  const name = linkCookieName(isSecure)
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  // biome-ignore lint/suspicious/noDocumentCookie: auth-js asks synchronously, which the Cookie Store API cannot answer.
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return cookie?.slice(name.length + 1)
}

function storedPerson(): Person | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')?.user ?? null
  } catch {
    return null
  }
}

/** Reads the token without verifying it: the server does that. */
function personIn(token: string): Person | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { sub: id, email } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))),
    )
    return { id, email }
  } catch {
    return null
  }
}
