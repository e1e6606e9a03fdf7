/** `warning`: it works, but perhaps not for long or not for everyone. `bad`: it does not work. */
export type Verdict = 'ok' | 'warning' | 'bad' | 'not checked'
export type Finding = { area: string; verdict: Verdict; says: string; todo?: string }

/** The findings of one area. */
export type Findings = {
  ok(says: string): void
  warn(says: string, todo: string): void
  bad(says: string, todo: string): void
  /** Something outside our control could not be checked. */
  unchecked(says: string): void
  all: Finding[]
}

export function findings(area: string): Findings {
  const all: Finding[] = []
  return {
    all,
    ok: (says) => void all.push({ area, verdict: 'ok', says }),
    warn: (says, todo) => void all.push({ area, verdict: 'warning', says, todo }),
    bad: (says, todo) => void all.push({ area, verdict: 'bad', says, todo }),
    unchecked: (says) => void all.push({ area, verdict: 'not checked', says }),
  }
}
