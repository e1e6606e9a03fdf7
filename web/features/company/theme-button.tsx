import { Moon, Sun } from 'lucide-react'
import { siteTexts } from '#web/texts/site.ts'
import { chooseTheme, shownTheme } from '#web/ui/theme.ts'

/** Renders both icons; the style sheet shows one. So the server's page is right for either theme. */
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
