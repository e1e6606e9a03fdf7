// Checks that the server answers locally, and at the address that mails link to.
import { once } from 'node:events'
import { connect } from 'node:tls'
import { days, seconds } from '#domain/durations.ts'
import type { Config } from '#runtime/config.ts'
import { isLoopback } from '#runtime/loopback.ts'
import { type Finding, findings } from './finding.ts'

export async function checkSite({ host, port, siteUrl }: Config, now: Date): Promise<Finding[]> {
  const found = findings('site')
  if (port !== 0) await checkServer()
  if (!isLoopback(new URL(siteUrl).hostname)) await checkAddress()
  return found.all

  async function checkServer() {
    const here = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`
    try {
      const answer = await fetch(`${here}/ready`, { signal: AbortSignal.timeout(seconds(10)) })
      const { checks } = (await answer.json()) as { checks: Record<string, boolean> }
      const missing = Object.keys(checks).filter((name) => !checks[name])
      if (missing.length === 0) found.ok(`The server at ${here} is ready.`)
      else found.bad(`The server at ${here} is not ready: ${missing.join(', ')}.`, 'See the lines above.')
    } catch {
      found.warn(`Townbell does not answer at ${here}.`, 'Start it, or set PORT and HOST to the values it runs with.')
    }
  }

  async function checkAddress() {
    try {
      const answer = await fetch(`${siteUrl}/health`, { signal: AbortSignal.timeout(seconds(10)), redirect: 'manual' })
      if (answer.status === 200) found.ok(`${siteUrl} reaches Townbell.`)
      else found.bad(`${siteUrl} answers ${answer.status} and is not Townbell.`, 'Check the proxy: deploy/.')
      if (siteUrl.startsWith('https:')) await checkCertificate()
    } catch (error) {
      const code = ((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).name
      if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
        found.bad(`The certificate of ${siteUrl} is not accepted (${code}).`, 'Renew it, with its whole chain.')
      else found.unchecked(`${siteUrl} cannot be reached from here (${code}).`)
    }
  }

  async function checkCertificate() {
    const { hostname, port: at } = new URL(siteUrl)
    const socket = connect({ host: hostname, port: Number(at || 443), servername: hostname, timeout: seconds(10) })
    try {
      await once(socket, 'secureConnect')
      const left = new Date(socket.getPeerCertificate().valid_to).getTime() - now.getTime()
      const says = `Its certificate is valid for ${Math.floor(left / days(1))} more days.`
      if (left < days(14)) found.warn(says, 'Find out why it was not renewed.')
      else found.ok(says)
    } finally {
      socket.destroy()
    }
  }
}
