/** What the server said when it said no. */
export interface Refusal {
  code: string | null | undefined
  status: number | null | undefined
  message: string | null | undefined
  /** The header that says how many seconds to wait. */
  retryAfter?: string | null
}

/** Its sentence, for whoever reads these pages: it speaks English. Null when it said nothing a person could use. */
export function messageFor({ message }: Refusal): string | null {
  return message || null
}
