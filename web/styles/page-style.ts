import style from './app.css?inline'

// The page contains the whole style sheet: a first view waits for one file instead of two. The browser's bundle does not
// repeat it but reads it from the page, so that hydration finds the same content.

export const PAGE_STYLE_ID = 'page-style'

export const pageStyle: string = import.meta.env.SSR
  ? style
  : (document.getElementById(PAGE_STYLE_ID)?.textContent ?? '')
