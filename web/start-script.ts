// A page is readable without scripts, so they are fetched after the first paint and do not compete with it on a slow line
// (docs/decisions/speed-public-pages.md). A signed-in person has most of them cached and needs them to see anything, and a
// background tab never paints: both start at once.

const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/
const END = '</script>'

// The timer is set first, for browsers that report no paints or lack the observer, where this script ends with an error.
// Starting twice is harmless: the template is empty by then.
const startScript = `{
const start=()=>document.body.append(document.getElementById('scripts').content)
if(document.hidden||document.documentElement.dataset.session==='in')start()
else{
setTimeout(start,1000)
const seen=(paints)=>{if(paints.getEntriesByName('first-contentful-paint').length)start()}
new PerformanceObserver(seen).observe({type:'paint',buffered:true})
}
}`

/** Moves the scripts and preloads that the router wants at once into a template, which the start script adds later. */
export function startAfterPaint(html: string, nonce: string): string {
  // React writes the preloads into the head, and the module script after the page, before the loaders' data.
  const links = PRELOADS.exec(html)
  const begin = html.lastIndexOf('<script', html.lastIndexOf(' type="module"'))
  const end = html.indexOf(END, begin) + END.length
  if (!links || begin < 0) return html
  const rest = links.index + links[0].length
  const later = `<template id="scripts">${links[0]}${html.slice(begin, end)}</template>`
  const script = `<script nonce="${nonce}">${startScript}</script>`
  return html.slice(0, links.index) + html.slice(rest, begin) + later + script + html.slice(end)
}
