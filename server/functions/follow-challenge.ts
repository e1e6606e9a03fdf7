import * as z from 'zod'
import { optOutTexts } from '#domain/texts/opt-out.ts'
import { puzzleShape } from '#server/captcha/puzzles.ts'
import { endpoint } from './endpoint.ts'
import { createPuzzleProof } from './form-proof.ts'

const shape = z.object({ calendar_id: z.guid(optOutTexts.invalidCalendar) })

export const followChallenge = endpoint({
  summary: 'A puzzle that following asks for.',
  who: ['anyone'],
  body: shape,
  answer: puzzleShape,
  limits: ['challenge-network'],
  run: (context) => {
    const proof = createPuzzleProof(context)
    return ({ body, network }) => {
      const { calendar_id: calendarId } = body
      return proof.challenge({ calendarId, network })
    }
  },
})
