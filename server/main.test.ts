import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { test } from 'node:test'
import { listen } from './main.ts'

test('a server that stops closes each kept connection with its last answer, and cuts none', async () => {
  const waiting: ServerResponse[] = []
  const listening = await listen((_, response) => void waiting.push(response), { host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const ask = async (): Promise<IncomingMessage> => {
    const request = get({ port: listening.port, host: '127.0.0.1', agent })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.resume()
    return response
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(setImmediate)
  }

  const kept = ask()
  await until(() => waiting.length === 1)
  waiting[0]?.end('before')
  assert.equal((await kept).headers.connection, 'keep-alive', 'while it runs, connections are kept')

  const underWay = ask()
  await until(() => waiting.length === 2)
  const began = performance.now()
  const stopped = listening.stop()
  waiting[1]?.end('after')
  assert.equal((await underWay).headers.connection, 'close')
  await stopped
  assert.ok(performance.now() - began < 3_500, 'nobody waits for the four seconds after which connections are cut')
  agent.destroy()
})
