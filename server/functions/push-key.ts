import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const pushKey = endpoint({
  summary: 'The key for browser notifications.',
  who: ['anyone'],
  methods: ['GET', 'POST'],
  answer: z.object({ publicKey: z.string() }),
  limits: [],
  run:
    ({ vapid }) =>
    () => {
      return { publicKey: vapid.publicKey }
    },
})
