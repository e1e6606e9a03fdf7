// @supabase/lite over the same PostgreSQL, as its documentation embeds it.
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const { DATABASE_URL, PORT, JWT_SECRET } = process.env
const connection = createPostgresConnection({ url: DATABASE_URL, postgresOptions: { max: 4 } })
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: JWT_SECRET },
  options: { server: { apiKeys: false, admin: false } },
})
serve(
  { fetch: (request) => app.fetch(request, { peerAddress: null }), port: Number(PORT), hostname: '127.0.0.1' },
  () => console.log('is running'),
)
