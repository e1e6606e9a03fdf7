// Stands for `react-dom/client` in the build.
import { type ComponentChildren, createElement, hydrate } from 'preact'
import { Suspense } from 'preact/compat'
import { PAGE_READY } from '../page-ready.ts'

/** Hydrates a whole document, as React's function of this name does. */
export function hydrateRoot({ documentElement, head, body }: Document, page: ComponentChildren): void {
  keepStrangers([head, body])
  // The router waits for the loaders' data, which React allows without a boundary.
  hydrate(createElement(Suspense, null, page), parentOf(documentElement))
}

/** Preact removes what the page did not render: the banner of the start script, and what a browser's extensions added. */
function keepStrangers(parents: Element[]): void {
  const ours = 'link,meta,script,template,title'
  const before = parents.map((parent) => ({ parent, all: [...parent.children].filter((one) => !one.matches(ours)) }))
  const putBack = () => {
    for (const { parent, all } of before) parent.append(...all.filter((one) => !one.isConnected))
  }
  addEventListener(PAGE_READY, putBack, { once: true })
}

/** Stands for the document: Preact would take it for the element. */
function parentOf(element: HTMLElement) {
  return {
    nodeType: 1 as const,
    parentNode: null,
    firstChild: element,
    childNodes: [element],
    contains: (node: Node) => document.contains(node),
    insertBefore: (node: Node, next: Node | null) => document.insertBefore(node, next),
    appendChild: (node: Node) => document.appendChild(node),
    removeChild: (node: Node) => document.removeChild(node),
  } as unknown as Element
}
