// Owners choose the name of their calendar. As a sender's name, and where strangers read it, it must not look like an address or
// another site.
import { PRODUCT_NAME } from '#domain/company.ts'

/** Turns "Your Bank <security@bank.example>" into "Your Bank security bank example". */
export function plainName(calendarName: string): string {
  const name = calendarName
    // Full-width and other compatible forms of letters, dots and the at sign.
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[<>@"\\‹›〈〉⟨⟩《》]/gu, ' ')
    .replace(/:\/\//g, ' ')
    // Between letters a dot makes a name look like a domain. "J. R. Smith" and "P.T.A." keep theirs.
    .replace(/(?<=[\p{L}\p{N}-])[.․。·](?=\p{L}{2})/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return name || PRODUCT_NAME
}

/** Returns the name that a mailing comes from: "Elm Street via Townbell". */
export function fromName(calendarName: string, suffix: string): string {
  return `${plainName(calendarName)} ${suffix}`
}
