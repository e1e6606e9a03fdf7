// React Router's hello world with a loader, built as its template is and served by the same Hono as ours.
import { serve } from '@hono/node-server'
import { createRequestHandler, type ServerBuild } from 'react-router'

const build: ServerBuild = await import(new URL('./hello/build/server/index.js', import.meta.url).href)
const handle = createRequestHandler(build, 'production')
serve({ fetch: (request) => handle(request), port: Number(process.env.PORT), hostname: '127.0.0.1' }, () =>
  console.log('is running'),
)
