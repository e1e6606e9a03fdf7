/** What is known of a request before its handler runs. A read that a page makes in this process has the context of the page. */
export type RequestContext = {
  id: string
  /** The network of the caller, as rate limits count it. */
  readonly network: string
  /** Set when the request was refused. */
  errorCode?: string | undefined
}

export type FinishedRequest = Pick<RequestContext, 'id' | 'errorCode'> & {
  method: string
  path: string
  status: number
  ms: number
}
