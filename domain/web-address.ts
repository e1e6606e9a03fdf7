import { WEB_ADDRESS_MAX } from './limits.ts'

/** Accepts http and https only. Strangers see these links: no scripts, no files, no password inside, nothing that hides where they lead. */
export function isWebAddress(text: string): boolean {
  if (text.length > WEB_ADDRESS_MAX || !/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
}
