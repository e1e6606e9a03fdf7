// The table of budgets beside what was measured last.
import { type Budget, budgets } from './budgets.ts'

type Measured = { says: string; value: number | null; holds: boolean }

export function overview(results: { name: string; targets: Measured[] }[]): string {
  const rows = Object.values<Budget>(budgets).map(({ what, scenarios, limits, notes }) => {
    const measured = results.filter(({ name }) => scenarios.includes(name)).flatMap(({ targets }) => targets)
    const cells = Object.values(limits).map(({ says }) => [says, shown(worst(measured, says))])
    const [said, found] = [0, 1].map((column) => cells.map((cell) => cell[column]).join('<br>'))
    return `| ${what} | ${said} | ${found} | [notes](../notes/${notes}) |`
  })
  return ['| what | budget | measured | |\n|---|---|---|---|', ...rows, ''].join('\n')
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
