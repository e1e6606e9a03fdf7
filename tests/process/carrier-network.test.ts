// A proxy and a certificate authority of the house serve carriers, and nothing that users name.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { callProvider } from '#messages/provider-call.ts'
import { setUpCarrierNetwork } from '#runtime/carrier-network.ts'
import { readConfig } from '#runtime/config.ts'
import { createFetchText } from '#worker/feeds/fetch-text.ts'
import { createPost } from '#worker/webhooks/post.ts'

const folder = mkdtempSync(join(tmpdir(), 'townbell-carriers-'))
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'house.pem')]
const tunnels: string[] = []
const opened: Server[] = []
let port: number

before(async () => {
  // The house signs itself, for a name that only its proxy knows and for this machine.
  const names = 'subjectAltName=DNS:carrier.example,DNS:localhost'
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=house', '-addext', names]
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) }
  const service = createTlsServer(tls, (_, answer) => answer.end('{"from":"the house"}'))
  port = await listening(service)
  const proxy = createServer((_, answer) => answer.writeHead(405).end())
  proxy.on('connect', ({ url = '' }, client: Socket) => {
    tunnels.push(url)
    const onward = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connected\r\n\r\n'))
    client.pipe(onward).pipe(client)
    client.on('error', () => onward.destroy())
    onward.on('error', () => client.destroy())
  })
  const env = { HTTPS_PROXY: `http://127.0.0.1:${await listening(proxy)}`, NO_PROXY: 'localhost' }
  const config = readConfig({ ...env, CARRIER_CA_FILE: certificate, TOWNBELL_DATA: folder })
  setUpCarrierNetwork(config.carrierNetwork)
})
after(() => {
  for (const server of opened) server.close()
  rmSync(folder, { recursive: true })
})

async function listening(server: Server): Promise<number> {
  opened.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const toThisMachine = { isAllowed: () => true, resolve: async () => ['127.0.0.1'] }

test('carriers are reached through the proxy, and trusted by the certificate of the house', async () => {
  const { body } = await callProvider(`https://carrier.example:${port}/send`, { method: 'POST' })
  assert.deepEqual([body, tunnels.splice(0)], [{ from: 'the house' }, [`carrier.example:${port}`]])
})

test('what NO_PROXY names is reached directly', async () => {
  const { body } = await callProvider(`https://localhost:${port}/send`, { method: 'POST' })
  assert.deepEqual([body, tunnels], [{ from: 'the house' }, []])
})

test('external calendars and webhooks know neither', async () => {
  const none = { etag: null, lastModified: null }
  for (const host of ['carrier.example', 'localhost']) {
    const url = `https://${host}:${port}/calendar.ics`
    assert.deepEqual(await createFetchText(toThisMachine)(url, none), { kind: 'failed', problem: 'unreachable' })
    assert.deepEqual(await createPost(toThisMachine)(url, {}, '{}'), { status: null, problem: 'unreachable' })
  }
  assert.deepEqual(tunnels, [])
})

test('a file without a certificate is named', () => {
  assert.throws(
    () => readConfig({ CARRIER_CA_FILE: key, TOWNBELL_DATA: folder }),
    /^ConfigError: CARRIER_CA_FILE is wrong: it holds no certificate \(PEM\)\.$/,
  )
  assert.throws(
    () => readConfig({ CARRIER_CA_FILE: join(folder, 'nothing'), TOWNBELL_DATA: folder }),
    /ENOENT when reading it/,
  )
})
