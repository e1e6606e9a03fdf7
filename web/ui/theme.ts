// Light or dark: the system decides until the reader chooses. The choice is an attribute of <html>, set before the first
// paint by the script in the head.

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'townbell-theme'

export const themeScript = `try{const t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

export function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Returns the theme that is shown now, chosen or from the system. */
export function shownTheme(): 'light' | 'dark' {
  const theme = chosenTheme()
  if (theme !== 'system') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Sets the attribute again, from what this browser stores. */
export function restoreTheme(): void {
  try {
    const theme = localStorage.getItem(KEY)
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Private windows may refuse.
  }
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may refuse; the choice then lasts for this page.
  }
}
