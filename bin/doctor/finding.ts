/** What one look found. `look`: it works, and may not for long or not for everybody. `bad`: it does not. */
export type Verdict = 'ok' | 'look' | 'bad' | 'not checked'
export type Finding = { area: string; verdict: Verdict; says: string; todo?: string }

/** The findings of one area. */
export type Findings = {
  ok(says: string): void
  look(says: string, todo: string): void
  bad(says: string, todo: string): void
  /** Something outside could not be asked; that says nothing about us. */
  unchecked(says: string): void
  all: Finding[]
}

export function findings(area: string): Findings {
  const all: Finding[] = []
  return {
    all,
    ok: (says) => void all.push({ area, verdict: 'ok', says }),
    look: (says, todo) => void all.push({ area, verdict: 'look', says, todo }),
    bad: (says, todo) => void all.push({ area, verdict: 'bad', says, todo }),
    unchecked: (says) => void all.push({ area, verdict: 'not checked', says }),
  }
}
