// A page is readable before its scripts are there, so they are fetched once it is painted and do not compete with it for a
// slow line (docs/decisions/speed-public-pages.md). Whoever is signed in has most of them already and needs them to see anything, and a tab in the
// background paints nothing: both start at once.

const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/
const END = '</script>'

// The first paint may be of the ground alone, and some browsers keep their paints to themselves, or know no observer and end this
// script there: so the clock is set first. To start twice does nothing: the
// template is empty by then.
const startScript = `{
const start=()=>document.body.append(document.getElementById('scripts').content)
if(document.hidden||document.documentElement.dataset.session==='in')start()
else{
setTimeout(start,1000)
const seen=(paints)=>{if(paints.getEntriesByName('first-contentful-paint').length)start()}
new PerformanceObserver(seen).observe({type:'paint',buffered:true})
}
}`

/** Puts what the router would have fetched at once aside, for a script that adds it to the page later. */
export function startAfterPaint(html: string, nonce: string): string {
  // React writes the preloads into the head. The module is behind the page, which is long, and before what loaders gave.
  const links = PRELOADS.exec(html)
  const begin = html.lastIndexOf('<script', html.lastIndexOf(' type="module"'))
  const end = html.indexOf(END, begin) + END.length
  if (!links || begin < 0) return html
  const rest = links.index + links[0].length
  const later = `<template id="scripts">${links[0]}${html.slice(begin, end)}</template>`
  const script = `<script nonce="${nonce}">${startScript}</script>`
  return html.slice(0, links.index) + html.slice(rest, begin) + later + script + html.slice(end)
}
