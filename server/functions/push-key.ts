import { endpoint } from './endpoint.ts'

export const pushKey = endpoint({
  summary: 'The key for browser notifications.',
  who: ['anyone'],
  methods: ['GET', 'POST'],
  limits: [],
  run:
    ({ vapid }) =>
    () => {
      return { publicKey: vapid.publicKey }
    },
})
