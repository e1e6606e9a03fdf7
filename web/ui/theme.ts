// Light or dark: the reader's system decides until they choose. The choice is an attribute of <html>, set before the
// first paint by the script in the head.

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'townbell-theme'

export const themeScript = `try{const t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

export function chosenTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** What is shown now, whoever decided it. */
export function shownTheme(): 'light' | 'dark' {
  const theme = chosenTheme()
  if (theme !== 'system') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function chooseTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may refuse; the choice then lasts for this page.
  }
}
