/** A link to write to an address. Addresses may hold ? and &, which would otherwise begin headers that nobody sees. */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`
}
