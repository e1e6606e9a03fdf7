// /operator/v1: what the screen /operator calls, as a list of endpoints. No other site may read it, access tokens are refused, and whoever is no
// operator is answered as where there is nothing.
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { IdentityVariables } from '#server/http/identity.ts'
import { NOTHING_HERE } from '#server/http/operators.ts'
import { ownOrigin } from '#server/http/own-origin.ts'
import { answerTable, tooLarge, type UrlTable } from '#server/http/url-table.ts'
import type { Acts } from './act.ts'
import { acts } from './acts.ts'
import { claim } from './claim.ts'
import type { OperatorContext } from './context.ts'
import { checks, health } from './health.ts'
import { history } from './history.ts'
import { findPerson, findStops, people, stopped } from './people.ts'
import { calendar, calendars, me, operators, reviews } from './reads.ts'

export const operatorEndpoints: Acts = {
  claim,
  me,
  health,
  checks,
  reviews,
  people,
  'find-person': findPerson,
  stopped,
  'find-stops': findStops,
  calendars,
  calendar,
  operators,
  history,
  ...acts,
}

export function createOperator(context: OperatorContext): Hono<IdentityVariables> {
  const table: UrlTable<IdentityVariables> = {}
  for (const [name, { methods, handler }] of Object.entries(operatorEndpoints)) {
    const answer = handler(context)
    table[`/${name}`] = Object.fromEntries(methods.map((method) => [method, answer]))
  }
  const app = new Hono<IdentityVariables>()
  app.use(bodyLimit({ maxSize: 16 * 1024, onError: tooLarge }))
  app.use(ownOrigin([]))
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  return answerTable(app, table, { address: 'This address', nothing: NOTHING_HERE })
}
