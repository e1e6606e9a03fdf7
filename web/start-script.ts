// A page is readable without scripts, so they are fetched after the first paint and do not compete with it on a slow line
// (docs/decisions/speed-public-pages.md). A signed-in person has most of them cached and needs them to see anything, and a
// background tab never paints: both start at once.

import { ENTERED, PAGE_READY } from './page-ready.ts'
import { offlineTexts } from './texts/offline.ts'
import { INSTALL_PROMPT } from './ui/install-prompt.ts'

const PRELOADS = /(?:<link rel="modulepreload"[^>]*>)+/
const END = '</script>'

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
const enter=({key,target:{form,type}})=>{
if(!form||type==='textarea')return
if(key==='Enter')form.dataset.${ENTERED}=''
else delete form.dataset.${ENTERED}
}
addEventListener('click',keep,true)
addEventListener('keydown',enter,true)
addEventListener('${PAGE_READY}',()=>{
removeEventListener('click',keep,true)
removeEventListener('keydown',enter,true)
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

// Pages that were seen can be read offline (public/service-worker.js). The worker marks what it had to answer itself. On a public page a
// link then loads its page from there: the router would ask the server for its data. A browser may have a network while the server cannot be
// reached, so the page is online only when the server has answered. Who signs out leaves a screen a moment later: it is not stored any more.
const offlineScript = `{
const root=document.documentElement.dataset
const isScreen=()=>/^.(dashboard|calendars)/.test(location.pathname)
const banner=document.createElement('p')
banner.className='offline-banner'
banner.setAttribute('role','status')
document.body.append(banner)
const say=()=>{
banner.textContent=root.connection?${JSON.stringify(offlineTexts.banner)}:''
}
const lose=()=>{
root.connection='offline'
say()
}
const look=()=>{
if(root.connection)fetch('/favicon.svg',{method:'HEAD',cache:'no-store'}).then(()=>{
delete root.connection
say()
},()=>{})
}
if(!navigator.onLine)lose()
say()
addEventListener('offline',lose)
addEventListener('online',look)
setInterval(look,5000)
addEventListener('click',(event)=>{
if(root.connection&&event.target.closest('a[href^="/"]')&&!isScreen())event.stopPropagation()
},true)
addEventListener('beforeinstallprompt',(event)=>{
event.preventDefault()
window.${INSTALL_PROMPT}=event
})
addEventListener('${PAGE_READY}',()=>setTimeout(()=>{
navigator.serviceWorker?.register('/service-worker.js').then(()=>navigator.serviceWorker.ready).then(({active})=>{
const loaded=performance.getEntriesByType('resource').map(({name})=>name)
if(root.session==='in'||!isScreen())active.postMessage({seen:location.pathname+location.search,loaded})
},()=>{})
},3000),{once:true})
}`

// Popovers came with Safari 17, Firefox 125 and Chrome 114. `app.css` shows and hides those that have or lack `data-open`.
const popoverScript = `if(!('popover' in HTMLElement.prototype)){
const show=(panel,open)=>{
if(panel.hasAttribute('data-open')===open)return
panel.toggleAttribute('data-open',open)
panel.dispatchEvent(Object.assign(new Event('toggle'),{newState:open?'open':'closed'}))
}
const close=(kept)=>{
for(const panel of document.querySelectorAll('[popover][data-open]'))if(!panel.contains(kept))show(panel,false)
}
HTMLElement.prototype.hidePopover=function(){show(this,false)}
addEventListener('click',({target})=>{
const button=target.closest('[popovertarget]')
const panel=button&&document.getElementById(button.getAttribute('popovertarget'))
const open=panel&&!panel.hasAttribute('data-open')
close(panel??target)
if(panel)show(panel,open)
})
addEventListener('keydown',({key})=>{if(key==='Escape')close(null)})
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
  const script = `<script nonce="${nonce}">${earlyTaps}${startScript}${offlineScript}${popoverScript}</script>`
  return html.slice(0, links.index) + html.slice(rest, begin) + later + script + html.slice(end)
}
