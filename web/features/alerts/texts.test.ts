import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TITLE_MAX } from '#domain/limits.ts'
import { isGsm, segmentsOf } from '#domain/text-segments.ts'
import * as spanish from './texts.es.ts'
import * as english from './texts.ts'

for (const [language, { alertTemplates, allClearMessage }] of Object.entries({ english, spanish })) {
  test(`every ${language} template leaves room for a name and a link in two cheap texts`, () => {
    assert.equal(alertTemplates.length, 4)
    for (const { headline, message } of alertTemplates) {
      assert.ok(isGsm(headline + message), `${headline} has a character that doubles the price`)
      assert.ok(headline.length <= EVENT_TITLE_MAX)
      // About 110 characters are the calendar's name, the mark, the link and how to stop.
      assert.ok(segmentsOf(`${'x'.repeat(110)}${headline}. ${message}`) <= 2, headline)
    }
    assert.ok(isGsm(allClearMessage))
  })
}
