// Reads the mail server's host, TLS rules and credentials from one URL such as smtps://user:password@mail.example:465.

export type SmtpServer = {
  host: string
  port: number
  implicitTls: boolean
  /** Nothing is sent without TLS. */
  requireTls: boolean
  rejectUnauthorized: boolean
  user?: string
  password?: string
  /** The name we give in EHLO. */
  name: string
}

export function readSmtpUrl(address: string, name: string): SmtpServer {
  const url = new URL(address)
  const implicitTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  return {
    host,
    port: url.port ? Number(url.port) : implicitTls ? 465 : 587,
    implicitTls,
    // An attacker can strip STARTTLS from the greeting; a password must not be sent in the clear over a network then.
    requireTls: url.searchParams.get('requireTLS') === 'true' || (user !== '' && !isLoopback(host)),
    rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false',
    ...(user === '' ? {} : { user, password: decodeURIComponent(url.password) }),
    name,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
