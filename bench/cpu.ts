// What processes have used of the processors so far, from /proc. On a noisy machine this moves less than time does.
import { readFileSync } from 'node:fs'

/** Process ids by name; of PostgreSQL the postmaster's, whose children count as well. */
export type Costs = { node?: number | undefined; postgres?: number | undefined }

const TICK_MS = 10

export function cpuMs({ node, postgres }: Costs): Record<string, number> {
  return {
    ...(node === undefined ? {} : { node: own(node) }),
    ...(postgres === undefined ? {} : { postgres: family(postgres) }),
  }
}

export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The highest it ever was. */
export function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function own(pid: number): number {
  const [user, system] = times(pid)
  return (user + system) * TICK_MS
}

/** With children that live and, as the parent has counted them, those that ended. */
function family(pid: number): number {
  const [user, system, ended, endedSystem] = times(pid)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return (user + system + ended + endedSystem) * TICK_MS + children.reduce((sum, child) => sum + own(Number(child)), 0)
}

function times(pid: number): [number, number, number, number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
    return [Number(fields[11]), Number(fields[12]), Number(fields[13]), Number(fields[14])]
  } catch {
    return [0, 0, 0, 0] // It has just ended, and its parent has counted it.
  }
}
