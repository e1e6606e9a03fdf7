// Receives what workers post to a webhook, and answers slowly. They post to public https addresses only, so their https leads here.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Receiver = {
  /** A name that exists nowhere else. */
  url: string
  /** Settings by which a worker posts here. */
  settings: Record<string, string>
  /** The ids of what arrived. */
  received: { id: string; at: number }[]
  close(): Promise<void>
}

/** Answers after up to twice the delay, so that kills fall before, on and after the answer. */
export async function openReceiver(answerDelayMs: number): Promise<Receiver> {
  const received: Receiver['received'] = []
  const server = createServer((request, response) => {
    request.resume().on('end', async () => {
      received.push({ id: String(request.headers['webhook-id']), at: Date.now() })
      await sleep(Math.random() * 2 * answerDelayMs)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: 'https://hooks.example/',
    settings: { NODE_OPTIONS: `--import=${leadingTo((server.address() as AddressInfo).port)}` },
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A module that leads https of the process which loads it to a port of this machine, after a public address was found for the name. */
function leadingTo(port: number): string {
  const code = `
    import { Resolver } from 'node:dns/promises'
    import http from 'node:http'
    import https from 'node:https'
    Resolver.prototype.resolve4 = async () => ['8.8.8.8']
    Resolver.prototype.resolve6 = async () => []
    https.request = (_url, options) => http.request('http://127.0.0.1:${port}/', { ...options, lookup: undefined })`
  return `data:text/javascript,${encodeURIComponent(code)}`
}
