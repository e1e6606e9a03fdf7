// Reads caught mail as its recipient would.
import type pg from 'pg'

/** The newest link to `path` in the mail to this address; waits for the worker to have sent it. */
export async function caughtLink(pool: pg.Pool, address: string, path: string | RegExp): Promise<string> {
  return inMails(pool, address, `a link to ${path}`, ({ text }) => {
    const links = text.match(/https?:\/\/[^\s,]+/g) ?? []
    return links.find((link) => leadsTo(new URL(link).pathname, path))
  })
}

/** The six digits of the newest mail whose subject has them before these words. */
export function caughtCode(pool: pg.Pool, address: string, says: string): Promise<string> {
  const code = ({ subject }: Mail) => (subject.endsWith(says) ? /^\d{6}(?= )/.exec(subject)?.[0] : undefined)
  return inMails(pool, address, `a code: ${says}`, code)
}

type Mail = { subject: string; text: string }

async function inMails(
  pool: pg.Pool,
  address: string,
  wanted: string,
  find: (mail: Mail) => string | undefined,
): Promise<string> {
  for (let tries = 0; tries < 2400; tries++) {
    const { rows } = await pool.query<Mail>(newestMail, [address])
    for (const row of rows) {
      const found = find(row)
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no mail to ${address} has ${wanted}`)
}

function leadsTo(pathname: string, path: string | RegExp): boolean {
  return typeof path === 'string' ? pathname === path : path.test(pathname)
}

const newestMail = `select subject, text from private.caught_messages where recipient = $1 order by position desc`
