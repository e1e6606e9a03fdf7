// Where the mail server is and how to speak with it, from one address such as smtps://user:password@mail.example:465.

export type SmtpServer = {
  host: string
  port: number
  implicitTls: boolean
  /** Without TLS the mail does not leave. */
  requireTls: boolean
  rejectUnauthorized: boolean
  user?: string
  password?: string
  /** What we call ourselves. */
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
    // A password is not sent in the clear over a network, whoever took STARTTLS out of the greeting.
    requireTls: url.searchParams.get('requireTLS') === 'true' || (user !== '' && !isLoopback(host)),
    rejectUnauthorized: url.searchParams.get('tls.rejectUnauthorized') !== 'false',
    ...(user === '' ? {} : { user, password: decodeURIComponent(url.password) }),
    name,
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
