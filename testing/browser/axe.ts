import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { stopTransitions } from './stop-transitions.ts'

const MODAL = 'dialog:modal, [aria-modal=true]'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Checks wide and light, narrow and dark. The colors are the same at every width, so each width is checked in one of them.
 * Of a page with an open dialog only the dialog: nobody reaches what lies behind it.
 */
export async function readableByAll(page: Page): Promise<void> {
  await stopTransitions(page)
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await violations(page), [], `${width} px, ${colorScheme}`)
  }
}

/** Returns what axe finds on the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  await stopTransitions(page)
  // Colours on their way from one theme to the other belong to neither. Not waited for: what is folded away never arrives.
  await page.evaluate(finishAnimations)
  // Evaluated, not added as a script: the page's policy allows no script but ours.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const found = await page.evaluate(runAxe, MODAL)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}

/** Frames of ours run no script, so nobody in them could answer it. What is right is neither described nor sent. */
async function runAxe(modal: string): Promise<AxeResults['violations']> {
  const { axe } = window as unknown as { axe: { run(where: Node, options: RunOptions): Promise<AxeResults> } }
  const where = [...document.querySelectorAll(modal)].at(-1) ?? document
  return (await axe.run(where, { iframes: false, resultTypes: ['violations'] })).violations
}

/** One that ends may begin others, of what inherits the colour: until a frame begins none. */
async function finishAnimations(): Promise<void> {
  for (let quiet = 0, frames = 0; quiet < 2 && frames < 60; frames++) {
    await new Promise(requestAnimationFrame)
    const animations = document.getAnimations()
    quiet = animations.length === 0 ? quiet + 1 : 0
    for (const animation of animations) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel()
      else animation.finish()
    }
  }
}
