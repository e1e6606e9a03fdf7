import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseCommand, UsageError } from './command.ts'

const commands = {
  hold: { usage: '[reason …]', summary: 'stops all sending' },
  pause: { usage: '<calendar> [length]', summary: 'pauses a calendar' },
  go: { usage: '[--yes]', summary: 'resumes sending' },
  check: { usage: '[--json] [--dns <server, such as 9.9.9.9>]', summary: 'checks' },
  restore: { usage: '[--replace | --check] <file, or - for standard input>', summary: 'restores' },
  keys: { usage: '', summary: 'prints keys' },
}
const choose = (...words: string[]) => chooseCommand('bell', commands, words)

test('whoever asks for help gets help, wherever they ask, and nothing is done', (t) => {
  const said = t.mock.method(console, 'log', () => {})
  for (const words of ['--help', '-h', 'help', 'hold --help', 'hold -h', 'hold help', 'go --yes -h', 'pause 5 --help'])
    assert.equal(choose(...words.split(' ')), null, words)
  const texts = said.mock.calls.map(({ arguments: [text] }) => String(text))
  assert.match(texts[0] ?? '', /^Commands:\n {2}bell hold \[reason …\] +stops all sending\n.*bell keys/s)
  assert.equal(texts.at(-1), 'Usage: bell pause <calendar> [length]\npauses a calendar')
})

test('an unknown command, a surplus word and an unknown option are refused', () => {
  for (const words of [
    '',
    'ring',
    'keys now',
    'keys --now',
    'pause 1 2 3',
    'pause 1 --now',
    'hold for --ever',
    'go now',
    'go -y',
    'restore a b',
    'check -v',
  ])
    assert.throws(() => choose(...words.split(' ')), UsageError, words)
  assert.throws(
    () => choose('keys', 'now'),
    /^UsageError: "now" is not understood, so nothing was done\. Usage: bell keys$/,
  )
})

test('a command gets its words', () => {
  assert.deepEqual(choose('hold', 'moving', 'house')?.words, ['moving', 'house'])
  assert.deepEqual(choose('pause', '1', '-')?.words, ['1', '-'])
  for (const words of ['check --json --dns 9.9.9.9', 'check --dns=9.9.9.9', 'restore --check -', 'restore a --replace'])
    assert.deepEqual(choose(...words.split(' '))?.words, words.split(' ').slice(1))
  assert.deepEqual(choose('go', '--yes'), { command: commands.go, words: ['--yes'] })
})
