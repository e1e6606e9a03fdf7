import * as z from 'zod'
import type { Config } from '#runtime/config.ts'
import type { Log } from '#runtime/log.ts'
import type { EndpointContext } from '#server/functions/context.ts'

/** What the endpoints of the operator's screen are given. */
export type OperatorContext = EndpointContext & { config: Config; log: Log }

/** Only our own screen reads the answers: they are not in the documentation of the API. */
export const screenAnswer = z.looseObject({})
