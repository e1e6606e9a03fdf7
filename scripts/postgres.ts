// Finds the PostgreSQL and the PgBouncer that the tests of a PostgreSQL of one's own need, or unpacks Debian's packages, with the
// libraries that are missing, below node_modules, where they start no service.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { findPgbouncer, findStockPostgres, stockVersions, unpackedPostgres } from '#testing/stock-postgres.ts'

if (!findStockPostgres()) stockVersions.some((version) => unpack(`postgresql-${version}`))
if (!findPgbouncer()) unpack('pgbouncer')
if (!findStockPostgres() || !findPgbouncer())
  console.log(
    "There is no PostgreSQL or no PgBouncer, and Debian's packages cannot be had: their tests are skipped. Install postgresql-15 and pgbouncer to run them.",
  )

function unpack(name: string): boolean {
  mkdirSync(`${unpackedPostgres}/partial`, { recursive: true })
  const options = `-o Debug::NoLocking=1 -o Dir::Cache::archives=${unpackedPostgres}`
  const fetch = `apt-get install -y -q --no-install-recommends --download-only ${options} ${name}`
  try {
    execFileSync('sh', ['-c', `${fetch} && for each in *.deb; do dpkg -x "$each" . || exit 1; done`], {
      cwd: unpackedPostgres,
      stdio: 'inherit',
    })
    return true
  } catch {
    return false
  }
}
