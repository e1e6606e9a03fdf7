import { Moon, Sun } from 'lucide-react'
import { siteTexts } from '#domain/texts/site.ts'
import { chooseTheme, shownTheme } from '#web/ui/theme.ts'

/** Both icons are there and the style sheet shows one, so the page rendered on the server is right for everybody. */
export function ThemeButton() {
  return (
    <button
      type="button"
      onClick={() => chooseTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-sunk hover:text-ink"
    >
      <span className="sr-only">{siteTexts.switchTheme}</span>
      <Moon aria-hidden="true" className="when-light size-5" />
      <Sun aria-hidden="true" className="when-dark size-5" />
    </button>
  )
}
