// A name server on loopback that answers the given records, and NXDOMAIN for everything else.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const types = { A: 1, NS: 2, PTR: 12, MX: 15, TXT: 16 } as const
type Type = keyof typeof types
/** `{ 'town.example TXT': ['v=spf1 mx -all'] }`. */
export type Zone = Record<`${string} ${Type}`, string[]>
export type NameServer = { address: string; close(): Promise<void> }

export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answer(query, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function answer(query: Buffer, zone: Zone): Buffer {
  const { name, type, end } = question(query)
  const records = zone[`${name.toLowerCase()} ${type}` as `${string} ${Type}`] ?? []
  const header = Buffer.from(query.subarray(0, 12))
  const isKnown = Object.keys(zone).some((key) => key.split(' ')[0] === name.toLowerCase())
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, end), ...records.map((record) => resource(type, record))])
}

function question(query: Buffer): { name: string; type: Type | undefined; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const code = query.readUInt16BE(at + 1)
  const type = (Object.keys(types) as Type[]).find((name) => types[name] === code)
  return { name: labels.join('.'), type, end: at + 5 }
}

function resource(type: Type | undefined, record: string): Buffer {
  const data = dataOf(type, record)
  const head = Buffer.alloc(12)
  // Its name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(types[type ?? 'A'], 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: Type | undefined, record: string): Buffer {
  if (type === 'A') return Buffer.from(record.split('.').map(Number))
  if (type === 'TXT') return Buffer.concat((record.match(/.{1,255}/g) ?? []).map(chunk))
  const name = Buffer.concat([...record.split('.').map(chunk), Buffer.alloc(1)])
  return type === 'MX' ? Buffer.concat([Buffer.from([0, 10]), name]) : name
}

function chunk(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}
