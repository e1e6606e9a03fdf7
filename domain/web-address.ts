import { WEB_ADDRESS_MAX } from './limits.ts'

/** Accepts http and https only, without credentials: visitors click these links, so that scripts, files and disguised hosts are refused. */
export function isWebAddress(text: string): boolean {
  if (text.length > WEB_ADDRESS_MAX || !/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
}
