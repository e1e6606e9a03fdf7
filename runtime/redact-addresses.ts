/** Replaces mail addresses in a text. The lengths are bounded so that a long text without an @ is not searched quadratically. */
export function redactAddresses(text: string): string {
  return text.replace(/[^\s@<>"']{1,64}@[^\s@<>"']{1,255}/g, '[address]')
}
