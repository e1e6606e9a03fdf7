import type { IncomingMessage } from 'node:http'

/** Presents Node's request as a web Request, as far as our handlers read one, without the cost of making one. */
export function nodeRequest(incoming: IncomingMessage) {
  const { method = 'GET', url = '/', headers } = incoming
  return {
    method,
    url: url.startsWith('/') ? `http://localhost${url}` : url,
    headers: { get: (name: string) => (headers[name] as string | undefined) ?? null },
    /** Stays open when the reader stops early: a body that is too large still gets its response. */
    get body(): AsyncIterable<Uint8Array> {
      return incoming.iterator({ destroyOnReturn: false })
    },
  }
}
