type Child = Node | string | null

/** Creates an element without parsing HTML, so that what people write stays text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** Creates a link that opens in a new tab without access to this page; an address that is not http(s) stays text. */
export function externalLink(address: string, text: string, rel = 'noopener'): HTMLElement {
  if (!/^https?:\/\//.test(address)) return element('span', {}, text)
  return element('a', { href: address, target: '_blank', rel }, text)
}
