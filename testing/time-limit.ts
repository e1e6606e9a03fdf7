// Imported before every test file: ends one that hangs. The runner's own time limit ends a test, but not what the test left running.
import { minutes } from '#domain/durations.ts'

if (process.env.NODE_TEST_CONTEXT === 'child-v8') setTimeout(giveUp, minutes(40)).unref()

function giveUp(): never {
  console.error('This test file ran for more than 40 minutes.')
  process.exit(1)
}
