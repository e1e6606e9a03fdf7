// The table of budgets beside what was measured last, on which commit and processor.
import { type Budget, budgets } from './budgets.ts'
import { commitsSince } from './measured-code.ts'
import type { Result } from './scenario.ts'

export type Saved = Result & { code: readonly string[] }
type Measured = Result['targets'][number]

export function overview(results: Saved[]): string {
  const rows = Object.values<Budget>(budgets).map(({ what, scenarios, limits, notes }) => {
    const its = results.filter(({ name }) => scenarios.includes(name))
    const measured = its.flatMap(({ targets }) => targets)
    const cells = Object.values(limits).map(({ says }) => [says, shown(worst(measured, says))])
    const [said, found] = [0, 1].map((column) => cells.map((cell) => cell[column]).join('<br>'))
    return `| ${what} | ${said} | ${found} | ${its.map(origin).join('<br>')} | [notes](../notes/${notes}) |`
  })
  return ['| what | budget | measured | on | |\n|---|---|---|---|---|', ...rows, ''].join('\n')
}

/** "⚠ 8f0082b of 2026-11-16, 2 × Neoverse-N1; its code has changed in 120 commits since" */
function origin({ commit, date, machine, code }: Saved): string {
  const where = `${commit} of ${date}, ${machine.split(',')[0]}`
  const since = commitsSince(commit, code)
  if (since === undefined) return `⚠ ${where}; git does not know this commit`
  if (since > 0) return `⚠ ${where}; its code has changed in ${since} commits since`
  return where
}

/** Returns what misses the limit, if any of several targets does. */
function worst(measured: Measured[], limit: string): Measured | undefined {
  const its = measured.filter(({ says }) => says.endsWith(limit))
  return its.find(({ holds }) => !holds) ?? its[0]
}

function shown(measured: Measured | undefined): string {
  if (!measured || measured.value === null) return '✖ not measured'
  return `${measured.holds ? '✔' : '✖'} ${measured.value.toLocaleString('en-US')}`
}
