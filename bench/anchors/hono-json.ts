// The least a Hono server on Node does: a small answer in JSON. A process of its own, as every contender.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()
app.get('*', (c) => c.json({ hello: 'world' }))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' }, () => console.log('is running'))
