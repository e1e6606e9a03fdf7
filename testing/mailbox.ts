// Reads caught mail as its recipient would.
import type pg from 'pg'

/** The newest link to `path` in the mail to this address; waits for the worker to have sent it. */
export async function caughtLink(pool: pg.Pool, address: string, path: string | RegExp): Promise<string> {
  for (let tries = 0; tries < 2400; tries++) {
    const { rows } = await pool.query(newestMail, [address])
    const links = rows.flatMap((row) => row.text.match(/https?:\/\/[^\s,]+/g) ?? [])
    const found = links.find((link: string) => leadsTo(new URL(link).pathname, path))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${address} has a link to ${path}`)
}

function leadsTo(pathname: string, path: string | RegExp): boolean {
  return typeof path === 'string' ? pathname === path : path.test(pathname)
}

const newestMail = `select text from private.caught_messages where recipient = $1 order by position desc`
