import { type EmbedOptions, inkOn } from './options.ts'

// The style of an embedded calendar, for the frame and the script. A site overrides it with the custom properties --townbell-*. Colors
// reach a contrast of 4.5:1 in both themes.

export const embedStyle = `
* { box-sizing: border-box }
.calendar { color: var(--ink); background: var(--ground); font: 1rem/1.5 var(--townbell-font, system-ui, sans-serif); border: 1px solid var(--line); border-radius: var(--townbell-radius, .75rem); padding: 1rem; overflow-wrap: anywhere }
.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: 0 0 .5rem }
h2, h3, p, ul, ol { margin: 0; padding: 0; font: inherit }
h2 { font-size: 1.25rem; font-weight: 700; margin-inline-end: auto }
h3 { font-weight: 700; border-bottom: 2px solid var(--accent); padding: .75rem 0 .25rem }
ul, ol { list-style: none }
.events > li { padding: .5rem 0 }
.title { font-weight: 600 }
.muted { color: var(--muted); font-size: .9375rem }
.words { white-space: pre-line; font-size: .9375rem }
.category { color: var(--muted); border: 1px solid currentcolor; border-radius: 1rem; padding: 0 .5rem; font-size: .8125rem; margin-inline-start: .5rem; white-space: nowrap }
.category.alert { color: #fff; background: #ac2219; border-color: #ac2219; font-weight: 600 }
a { color: inherit }
.steps { display: flex; gap: .5rem; align-items: center }
.step, .month button { font: inherit; color: inherit; background: none; border: 1px solid var(--strong); border-radius: .5rem; min-width: 2.5rem; min-height: 2.5rem; padding: 0 .5rem; display: inline-grid; place-items: center; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
.month { width: 100%; table-layout: fixed; border-collapse: collapse; margin-top: .5rem }
.month th { font-size: .875rem; color: var(--muted); font-weight: 600; padding: .25rem 0 }
.month td { padding: 1px; vertical-align: top; text-align: center }
.month button, .month .day { width: 100%; min-width: 0; min-height: 2.75rem; padding: 0; border: 1px solid transparent; border-radius: .5rem; display: grid; place-items: center; align-content: center }
.month .day { text-decoration: none }
.outside { color: var(--muted) }
.today { font-weight: 700; text-decoration: underline }
.month [aria-current], .month .today { border-color: var(--strong) }
.month [aria-pressed=true] { background: var(--accent); color: var(--accent-ink) }
.mark { display: block; width: .5rem; height: .5rem; border-radius: 50%; background: currentcolor; margin-top: .125rem }
.foot { display: flex; flex-wrap: wrap; gap: .25rem 1rem; border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .5rem; font-size: .875rem; color: var(--muted) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`

/** Returns the colors of the theme and the accent; only constants and checked colors go into it. */
export function themeStyle(root: string, { theme, accent }: EmbedOptions): string {
  const accents = accent ? `--accent: ${accent}; --accent-ink: ${inkOn(accent)};` : ''
  const scheme = theme === 'auto' ? 'light dark' : theme
  return `${root} { color-scheme: ${scheme}; ${colors} ${accents} }`
}

const color = (name: string, light: string, dark: string) =>
  `--${name}: var(--townbell-${name}, light-dark(${light}, ${dark}));`

const colors = [
  color('ground', '#fffdf8', '#211f1c'),
  color('ink', '#20242c', '#f4eee0'),
  color('muted', '#575b64', '#b9b2a3'),
  color('line', '#e4dac7', '#393630'),
  color('strong', '#8b826e', '#8a8375'),
  color('accent', '#f5b81c', '#f5b81c'),
  color('accent-ink', '#211900', '#211900'),
].join(' ')
