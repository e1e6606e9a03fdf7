// The code that a scenario measures, as paths for git: a result is older than its code if one of them has changed since.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const every = ['domain', 'runtime', 'database', 'package-lock.json']
const http = [...every, 'server/app.ts', 'server/main.ts', 'server/http']
const screens = ['web', 'domain', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

export const code = {
  dataApi: [...http, 'server/data-api', 'server/rest'],
  pages: [...http, 'server/public-cache', 'server/site', 'web'],
  feeds: [...http, 'server/public-cache', 'server/feeds'],
  sending: [...every, 'messages', 'worker'],
  streams: [...http, 'server/streams', 'server/functions'],
  screens,
  everything: [...screens, ...http, 'bin', 'messages', 'server', 'worker'],
} satisfies Record<string, string[]>

const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the number of commits that changed the code since a result's, or nothing where git does not know that commit. */
export function commitsSince(commit: string, paths: readonly string[]): number | undefined {
  const found = git('rev-list', '--count', `${commit.replace('-dirty', '')}..HEAD`, '--', ...new Set(paths))
  return found === undefined ? undefined : Number(found)
}

/** Saving a result does not make the code another. */
export function currentCommit(): string {
  const commit = git('rev-parse', '--short', 'HEAD')
  if (commit === undefined) return 'no commit'
  return git('status', '--porcelain', '--', '.', ':!bench/results') ? `${commit}-dirty` : commit
}

function git(...words: string[]): string | undefined {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
