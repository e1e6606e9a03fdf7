// Runs the test files of a folder in one process, one after another: loading the program takes longer than most of them.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'

/**
 * Each file becomes a suite, so that its hooks and its database are its own. Hooks that several files share belong in a function that each
 * calls: at the top of a shared module they would run for the first file only. A long folder may be dealt out to several processes.
 */
export function inOneProcess(folder: string, { hand = 0, hands = 1 } = {}): void {
  const files = globSync('*.test.ts', { cwd: folder }).toSorted()
  for (const file of files.filter((_, index) => index % hands === hand)) {
    describe(file, async () => void (await import(join(folder, file))))
  }
}
