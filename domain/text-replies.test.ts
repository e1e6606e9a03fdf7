import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, replyOf } from './text-replies.ts'

const replies: Record<Reply, string[]> = {
  stop: [
    'STOP',
    'stop',
    ' Stop. ',
    'S T O P',
    'STOP!!!',
    '"stop"',
    'stop\n',
    'ＳＴＯＰ',
    'Stop 🛑',
    'STOPALL',
    'stop all',
    'END',
    'quit',
    'Cancel',
    'UNSUBSCRIBE',
    'revoke',
    'OPTOUT',
    'opt out',
    'Opt-Out',
    'Please stop',
    'Please stop texting me',
    'STOP texting me',
    'Stop, you have the wrong person',
    'Opt out of everything please',
    'remove me',
    'Do not text me',
    "Don't text me",
    'ARRÊT',
    'unsubscribe me now please',
  ],
  start: ['START', 'unstop', ' Start ', 'resubscribe', 'opt in'],
  help: ['HELP', 'info', 'Help?', 'help me'],
  yes: ['YES', 'yes', 'Yes.', ' y ', 'YES!', 'Yes please', 'ok', '“Yes”', 'yes 👍'],
  unknown: [
    '',
    '   ',
    '👍',
    'hello',
    'Where is the bus stop?',
    'End of season party?',
    'Yesterday',
    'startup',
    'nonstop music',
    'What time?',
    'x'.repeat(1600),
    '\u0000',
    'cancel my other appointment',
  ],
}

for (const [meaning, texts] of Object.entries(replies)) {
  for (const text of texts) {
    test(`${JSON.stringify(text.slice(0, 40))} means ${meaning}`, () => assert.equal(replyOf(text), meaning))
  }
}
