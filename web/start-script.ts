// A page is readable before its scripts are there, so they are fetched once it is painted and do not compete with it for a
// slow line (docs/decisions/0037). Whoever is signed in has most of them already and needs them to see anything, and a tab in the
// background paints nothing: both start at once.

const PRELOADS = /<link rel="modulepreload"[^>]*>/g
const MODULE = /<script[^>]* type="module"[^>]*>.*?<\/script>/s

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
  // They stand behind the page, which is long.
  const at = Math.max(0, html.indexOf('<link rel="modulepreload"'))
  const end = html.slice(at)
  const preloads = end.match(PRELOADS)?.join('') ?? ''
  const later = (module: string) =>
    `<template id="scripts">${preloads}${module}</template><script nonce="${nonce}">${startScript}</script>`
  return html.slice(0, at) + end.replaceAll(PRELOADS, '').replace(MODULE, later)
}
