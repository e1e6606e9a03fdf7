// A page is readable without scripts, so they are fetched after the first paint and do not compete with it on a slow line
// (docs/decisions/speed-public-pages.md). A signed-in person has most of them cached and needs them to see anything, and a
// background tab never paints: both start at once.

const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/
const END = '</script>'

/** Sent to the window when the page answers to taps. */
export const PAGE_READY = 'page-ready'

// A tap before that would be lost. The last one is shown at once (`[data-early]` in app.css) and repeated when the page is ready.
// React must not see it meanwhile, or it would act twice. Links, forms and popovers work without scripts.
const earlyTaps = `{
let early
const keep=(event)=>{
const button=event.target.closest('button[type=button]:not([popovertarget])')
if(!button)return
event.preventDefault()
event.stopImmediatePropagation()
early?.removeAttribute('data-early')
early=button
early.setAttribute('data-early','')
}
addEventListener('click',keep,true)
addEventListener('${PAGE_READY}',()=>{
removeEventListener('click',keep,true)
early?.removeAttribute('data-early')
early?.click()
},{once:true})
}`

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
  const script = `<script nonce="${nonce}">${earlyTaps}${startScript}</script>`
  return html.slice(0, links.index) + html.slice(rest, begin) + later + script + html.slice(end)
}
