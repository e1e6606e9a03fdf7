// A button that cannot be pressed says why: MainButton takes the reason, so nothing else may send a form.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const WEB = join(import.meta.dirname, '../../web')
const files = globSync('**/*.tsx', { cwd: WEB })

test('no button that sends a form is disabled without a reason', () => {
  const sending = files.flatMap((file) => {
    const buttons = readFileSync(join(WEB, file), 'utf8').match(/<Button\s[^>]*type="submit"(?:=>|[^>])*>/g) ?? []
    return buttons.map((button) => ({ file, button }))
  })
  assert.ok(sending.length > 5, 'they are written otherwise now')
  assert.deepEqual(
    sending.filter(({ file, button }) => file !== 'ui/main-button.tsx' && button.includes('disabled=')),
    [],
  )
})
