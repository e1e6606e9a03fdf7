import { WEB_ADDRESS_MAX } from './limits.ts'
import { parseUrl } from './older-browsers.ts'

/** Accepts http and https only, without credentials: visitors click these links, so that scripts, files and disguised hosts are refused. */
export function isWebAddress(text: string): boolean {
  if (text.length > WEB_ADDRESS_MAX || !/^https?:\/\/[^\s\\]+$/i.test(text)) return false
  const url = parseUrl(text)
  if (url === null) return false
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
}
