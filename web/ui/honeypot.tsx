const NAME = 'website'

/** A field that people neither see nor reach; robots fill it in. */
export function Honeypot() {
  return <input name={NAME} tabIndex={-1} autoComplete="off" aria-hidden="true" className="sr-only" />
}

/** Returns what a robot filled in, for the body of a request; nothing for people. */
export function honeypotOf(form: HTMLFormElement): { website?: string } {
  const website = new FormData(form).get(NAME)
  return website ? { website: String(website) } : {}
}
