// The thread in which a piped mail is read. JavaScript for the same reason as townbell.js.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/townbell', import.meta.url)))
const { readBounce } = await import('#messages/read-bounce.ts')
const { readRsvpReply } = await import('#messages/read-rsvp-reply.ts')

parentPort?.on('message', ({ reader, words }) => {
  parentPort?.postMessage(reader === 'reply' ? readRsvpReply(...words) : readBounce(...words))
})
