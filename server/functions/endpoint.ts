// An endpoint of /functions/v1 as one value: who may call it, its body, its limits, its proof and what it does. The table of addresses, the
// documentation and what access tokens cover are read from these values.
import type { Context, Handler } from 'hono'
import type * as z from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Identity, IdentityVariables } from '#server/http/identity.ts'
import { parseBody, readJson } from '#server/http/json-body.ts'
import { createLimits } from '#server/http/limits.ts'
import { type OperatorRole, requireOperator } from '#server/http/operators.ts'
import { type RateLimitName, rateLimits } from '#server/http/rate-limits.ts'
import type { EndpointContext } from './context.ts'
import { createFormProof, type FormProof } from './form-proof.ts'
import { limitsOf } from './unasked-mails.ts'

/** token: a program whose access token may write. operator, helper: who runs the installation; only their surface has such endpoints. */
export type Role = 'anyone' | 'signed in' | 'token' | 'operator' | 'helper'

type LimitOf<By> = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]['by'] extends By ? Name : never
}[RateLimitName]

export type Call<Body, Who extends Role> = {
  c: Context<IdentityVariables>
  body: Body
  identity: 'anyone' extends Who ? Identity : Extract<Identity, { userId: string }>
  network: string
  /** What an operator's endpoint is called as. */
  operator: OperatorRole | undefined
}

type Definition<Body, Who extends Role, Answer, Context extends EndpointContext> = {
  summary: string
  who: readonly Who[]
  methods?: readonly ('GET' | 'POST')[]
  /** With GET the query is the body. */
  body?: z.ZodType<Body>
  /** The body as the documentation shows it, where `body` has no words for it. */
  describes?: z.ZodType
  /** What else stands in the address of a POST. */
  query?: z.ZodType
  /** The type of a body that is no JSON. */
  bodyType?: string
  /** `run` reads the body itself; the shape only describes it. */
  readsBody?: boolean
  bodyMax?: number
  /** What `run` returns, as the documentation describes it. Tests hold every answer they get against it. */
  answer: z.ZodType<Answer>
  /** Taken before `run`, of the network or person that calls. */
  limits: readonly LimitOf<'network' | ('anyone' extends Who ? never : 'person')>[]
  /** Taken by `run`, once it knows of whom. */
  limitsInside?: readonly RateLimitName[]
  proof?: FormProof<Body>
  /** Of operators: the second step must have been taken just now. */
  freshCode?: boolean
  /** Is given what the server has once, and then each call. */
  run: (context: Context) => (call: Call<Body, Who>) => NoInfer<Answer> | Response | Promise<NoInfer<Answer> | Response>
}

export type Endpoint<Context extends EndpointContext = EndpointContext> = {
  summary: string
  who: readonly Role[]
  methods: readonly ('GET' | 'POST')[]
  /** As the documentation shows it. */
  body?: z.ZodType | undefined
  query?: z.ZodType | undefined
  bodyType?: string | undefined
  answer: z.ZodType
  bodyMax?: number | undefined
  limits: readonly RateLimitName[]
  handler: (context: Context) => Handler<IdentityVariables>
}

export function endpoint<
  Body,
  const Who extends Role,
  Answer extends object,
  Context extends EndpointContext = EndpointContext,
>(of: Definition<Body, Who, Answer, Context>): Endpoint<Context> {
  const roles: readonly Role[] = of.who
  const { summary, methods = ['POST'], body: shape, bodyMax, limits: taken, limitsInside = [] } = of
  const limits = [...taken, ...limitsInside, ...(of.proof ? limitsOf(of.proof.door) : [])]
  const described = { body: of.describes ?? shape, query: of.query, bodyType: of.bodyType, answer: of.answer }
  return { summary, who: roles, methods, ...described, bodyMax, limits, handler }

  function handler(context: Context): Handler<IdentityVariables> {
    const counts = createLimits({ pool: context.pool, secret: context.linkSecret })
    const requireProof = of.proof && createFormProof(context, of.proof)
    const run = of.run(context)
    const isForOperators = roles.includes('operator')
    return async (c) => {
      const identity = c.get('identity')
      const operator = isForOperators
        ? await requireOperator(context, identity, { who: roles, freshCode: of.freshCode ?? false })
        : undefined
      if (!identity.userId && !roles.includes('anyone'))
        throw new AppError('no_authorization', 401, 'Please sign in first.')
      const network = c.get('network')
      const body = shape && !of.readsBody ? await read(c, shape) : undefined
      const decoy = await requireProof?.(body as Body, network)
      if (decoy) return c.json(decoy)
      const takes = taken.map((name) => ({ name, of: rateLimits[name].by === 'person' ? identity.userId! : network }))
      if (takes.length > 0) await counts.take(...takes)
      const answer = await run({ c, body, identity, network, operator } as Call<Body, Who>)
      return answer instanceof Response ? answer : c.json(answer)
    }
  }
}

async function read<Body>(c: Context, shape: z.ZodType<Body>): Promise<Body> {
  return c.req.method === 'POST' ? readJson(c, shape) : parseBody(JSON.stringify(c.req.query()), shape)
}
