// Nodemailer as it is commonly used: a pool, and each mail composed from its HTML. GET /1000 sends a thousand.
import { createServer } from 'node:http'
import { createTransport } from 'nodemailer'

const { PORT, SMTP_PORT, BYTES } = process.env
const transport = createTransport({
  host: '127.0.0.1',
  port: Number(SMTP_PORT),
  ignoreTLS: true,
  pool: true,
  maxConnections: 10,
  maxMessages: Number.POSITIVE_INFINITY,
})
const paragraph = '<p>Bring a chair, and somebody to share it with. Doors open a quarter of an hour before.</p>\n'
const html = paragraph.repeat(Math.round(Number(BYTES) / paragraph.length))

createServer(async (request, response) => {
  const mails = Number(request.url?.slice(1))
  const began = performance.now()
  const outcomes = await Promise.allSettled(Array.from({ length: mails }, (_, n) => send(n)))
  const errors = outcomes.filter(({ status }) => status === 'rejected').length
  response.end(JSON.stringify({ ms: performance.now() - began, errors }))
}).listen(Number(PORT), '127.0.0.1', () => console.log('is running'))

function send(n: number): Promise<unknown> {
  const to = `follower${n}@example.org`
  return transport.sendMail({ from: 'bell@example.org', to, subject: 'Today in town', html: html.replace('chair', to) })
}
