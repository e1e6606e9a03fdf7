type Child = Node | string | null

/** Elements are made, never parsed: what people write stays text, also where a page forbids markup from scripts. */
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

/** Links to a web page in a tab of its own, which cannot reach back; anything but http and https stays text. */
export function externalLink(address: string, text: string, rel = 'noopener'): HTMLElement {
  if (!/^https?:\/\//.test(address)) return element('span', {}, text)
  return element('a', { href: address, target: '_blank', rel }, text)
}
