import { useState } from 'react'
import { siteTexts } from '#web/texts/site.ts'
import { chooseTheme, chosenTheme, type Theme } from '#web/ui/theme.ts'

const themes: Theme[] = ['system', 'light', 'dark']

/** Chooses the theme: the system's, light or dark. Rendered only in the browser. */
export function ThemeChoice() {
  const [chosen, setChosen] = useState(chosenTheme)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{siteTexts.theme}</legend>
      <div className="flex rounded-lg *:flex-auto bg-sunk p-1">
        {themes.map((theme) => (
          <label
            key={theme}
            className="grid min-h-9 cursor-pointer place-items-center rounded-md px-1 text-center text-sm has-checked:bg-card has-checked:font-semibold has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-bell-line"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={chosen === theme}
              onChange={() => {
                chooseTheme(theme)
                setChosen(theme)
              }}
            />
            {siteTexts.themes[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
