// Runs the test files of a folder in one process, one after another: loading the program takes longer than most of them.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'

type Dealing = {
  hand: number
  hands: number
  /** What a file takes; thirty if it isn't named. */
  seconds: Partial<Record<string, number>>
}

/**
 * Each file becomes a suite, so that its hooks and its database are its own. Hooks that several files share belong in a function that each
 * calls: at the top of a shared module they would run for the first file only. A long folder may be dealt out to several processes.
 */
export function inOneProcess(folder: string, dealing: Dealing = { hand: 0, hands: 1, seconds: {} }): void {
  const files = globSync('*.test.ts', { cwd: folder }).toSorted()
  for (const file of deal(files, dealing)) {
    describe(file, async () => void (await import(join(folder, file))))
  }
}

/** Returns the files of this hand: the longest are dealt first, each to the hand that has least to do. */
function deal(files: string[], { hand, hands, seconds }: Dealing): string[] {
  const secondsOf = (file: string) => seconds[file] ?? 30
  const dealt = Array.from({ length: hands }, () => ({ files: [] as string[], total: 0 }))
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = dealt.reduce((one, other) => (other.total < one.total ? other : one))
    least.files.push(file)
    least.total += secondsOf(file)
  }
  return dealt[hand]?.files.toSorted() ?? []
}
