/** What the data API reads of a request. A web Request has it all. */
export type HttpRequest = {
  method: string
  url: string
  headers: Pick<Headers, 'get'>
  body: AsyncIterable<Uint8Array> | null
}
