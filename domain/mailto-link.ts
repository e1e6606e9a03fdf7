/** Encodes the address, in which ? and & would otherwise start hidden headers. */
export function mailtoLink(address: string): string {
  const at = address.lastIndexOf('@')
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`
}
