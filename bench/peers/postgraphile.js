// PostGraphile as its documentation starts it, with claims from the token in each transaction.
import { createServer } from 'node:http'
import { jwtVerify } from 'jose'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { DATABASE_URL, PORT, JWT_SECRET } = process.env
const secret = new TextEncoder().encode(JWT_SECRET)

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: DATABASE_URL, schemas: ['public', 'peers'], poolConfig: { max: 4 } })],
  grafserv: { port: Number(PORT), watch: false, graphiql: false },
  grafast: {
    explain: false,
    async context({ node }) {
      const token = node?.req.headers.authorization?.slice('Bearer '.length)
      if (!token) return { pgSettings: { role: 'anon' } }
      const { payload } = await jwtVerify(token, secret)
      return { pgSettings: { role: 'authenticated', 'request.jwt.claims': JSON.stringify(payload) } }
    },
  },
}

const server = createServer()
await postgraphile(preset).createServ(grafserv).addTo(server)
server.listen(Number(PORT), '127.0.0.1', () => console.log('is running'))
