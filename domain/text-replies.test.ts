import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf, type Reply, replyOf } from './text-replies.ts'

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
    'ALTO',
    'Parar',
    '¡Basta!',
    'cancelar.',
    'BAJA',
    'Darme de baja',
    'No más mensajes',
    'Número equivocado',
  ],
  start: ['START', 'unstop', ' Start ', 'resubscribe', 'opt in', 'Reanudar', 'SUSCRIBIRME'],
  help: ['HELP', 'info', 'Help?', 'help me', 'AYUDA', '¿Ayuda?', 'Información'],
  yes: [
    'YES',
    'yes',
    'Yes.',
    ' y ',
    'YES!',
    'Yes please',
    'ok',
    '“Yes”',
    'yes 👍',
    'SI',
    'Sí',
    'si.',
    '¡Sí!',
    'Sí, por favor',
    'Confirmo',
  ],
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
    'No',
    'para',
    '¿Para quién es?',
    'Alto Garden, ¿a qué hora?',
    'Vivo en la planta baja',
    '¿Van a cancelar el concierto?',
    'Si llueve, ¿se celebra?',
  ],
}

for (const [meaning, texts] of Object.entries(replies)) {
  for (const text of texts) {
    test(`${JSON.stringify(text.slice(0, 40))} means ${meaning}`, () => assert.equal(replyOf(text), meaning))
  }
}

test('the word tells in which language to answer, and says nothing where it is in both', () => {
  for (const text of ['Sí', 'SI', 'alto', 'Ayuda', 'reanudar']) assert.equal(languageOf(text), 'es', text)
  for (const text of ['YES', 'stop', 'help', 'ok', 'oui', 'hello', '']) assert.equal(languageOf(text), null, text)
})
