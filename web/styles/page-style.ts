import style from './app.css?inline'

// The whole style sheet stands in the page: a first view waits for one file instead of two. The browser's code does not
// carry it a second time; it takes back what the page brought, so that hydration finds what it expects.

export const PAGE_STYLE_ID = 'page-style'

export const pageStyle: string = import.meta.env.SSR
  ? style
  : (document.getElementById(PAGE_STYLE_ID)?.textContent ?? '')
