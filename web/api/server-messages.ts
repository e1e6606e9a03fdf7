/** Describes an error as the server returned it. */
export interface Refusal {
  code: string | null | undefined
  status: number | null | undefined
  message: string | null | undefined
  /** The header that says how many seconds to wait. */
  retryAfter?: string | null
}

/** Returns what the server adds to its message, if a person could use it. */
export function detailsFor({ details }: { details: string | null }): string | undefined {
  return details ?? undefined
}

/** Returns the server's message in the language of this build; null when there is none that a person could use. */
export function messageFor({ message }: Refusal): string | null {
  return message || null
}
