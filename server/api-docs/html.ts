// The guide as a page: no script, nothing from elsewhere.
import { PRODUCT_NAME } from '#domain/company.ts'
import type { Block } from './guide.ts'

export function toHtml(blocks: Block[]): string {
  const chapters = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block.text] : []))
  const links = chapters.map((chapter) => `<li><a href="#${idOf(chapter)}">${escaped(chapter)}</a></li>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | ${PRODUCT_NAME}</title>
<meta name="description" content="How programs read and write calendars at ${PRODUCT_NAME}.">
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/">${PRODUCT_NAME}</a></header>
<main>
<h1>${PRODUCT_NAME} API</h1>
<nav aria-label="On this page"><ul>${links.join('')}</ul></nav>
${blocks.map(blockHtml).join('\n')}
</main>
</body>
</html>
`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level} id="${idOf(block.text)}">${escaped(block.text)}</h${block.level}>`
    case 'text':
      return `<p>${inline(block.text)}</p>`
    case 'code':
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
    case 'table':
      return `<div class="wide" tabindex="0" role="region" aria-label="${escaped(block.head[0] ?? '')}"><table><thead>${rowHtml(block.head, 'th scope="col"', 'th')}</thead><tbody>${block.rows
        .map((row) => rowHtml(row, 'td', 'td'))
        .join('')}</tbody></table></div>`
  }
}

const rowHtml = (cells: string[], open: string, close: string) =>
  `<tr>${cells.map((cell) => `<${open}>${inline(cell)}</${close}>`).join('')}</tr>`

/** `code` and **strong**, as in the Markdown. */
function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
}

const idOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The policy of the page names it by its hash. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #f1ece0); --muted: light-dark(#55606f, #b3ada0); --line: light-dark(#d9d2c0, #3a3f49); --sunk: light-dark(#f1ebdb, #1f232b) }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#faf6ec, #16181d); color: var(--ink) }
header { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); font-weight: 700 }
header a { color: inherit; text-decoration: none }
main { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
h1, h2, h3 { line-height: 1.2 }
h2 { margin-top: 3rem; padding-top: 1rem; border-top: 3px solid #f5bd2e }
h3 { margin-top: 2rem; overflow-wrap: anywhere }
p, li { max-width: 46rem; overflow-wrap: anywhere }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none }
nav a { display: inline-block; padding: .375rem 0; color: inherit }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--sunk); padding: .1em .3em; border-radius: .25rem }
pre { overflow-x: auto; background: var(--sunk); padding: 1rem; border-radius: .5rem; max-height: 24rem }
pre code { padding: 0; background: none }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .9375rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); min-width: 5rem }
th { color: var(--muted) }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`
