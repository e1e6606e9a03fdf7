// Reads mails and texts on the page of caught messages.
import type { FrameLocator, Locator, Page } from 'playwright'

type Wanted = { to: string; says: string }

/** Reloads the list until the message is there, and opens the newest. */
export async function openCaught(page: Page, { to, says }: Wanted): Promise<void> {
  for (let tries = 0; tries < 480; tries++) {
    await page.goto('/dev/mailbox')
    const found = listed(page, to).filter({ hasText: says }).first()
    if (await found.isVisible()) {
      await found.getByRole('link').click()
      return page.getByRole('heading', { name: 'As text' }).waitFor()
    }
    await page.waitForTimeout(250)
  }
  throw new Error(`“${says}” to ${to} was not caught`)
}

/** The first words of every message to this address or number, the newest first. */
export async function caughtBy(page: Page, to: string): Promise<string[]> {
  await page.goto('/dev/mailbox')
  return listed(page, to).getByRole('link').allTextContents()
}

/** The open mail as it looks. */
export function openMail(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="The message"]')
}

function listed(page: Page, to: string): Locator {
  return page.getByRole('listitem').filter({ hasText: new RegExp(`to ${RegExp.escape(to)} ·`) })
}
