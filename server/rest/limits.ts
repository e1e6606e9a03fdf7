/** How much one request may ask of the parser and the planner. Far above what screens send, far below what hurts. */
export const limits = {
  selectItems: 200,
  embeds: 20,
  embedDepth: 6,
  logicDepth: 10,
  /** Values of one `in` list, as long as a URL can carry. */
  listValues: 2_000,
  orderTerms: 20,
  jsonDepth: 64,
  /** Objects and arrays in a body. */
  jsonValues: 50_000,
  /** Rows and distinct keys of one write. */
  bodyRows: 5_000,
  bodyKeys: 400,
  /** Cells of a CSV body: a megabyte can be a million empty ones. */
  bodyCells: 100_000,
  /** Size of an answer, which is one text in memory. */
  answerBytes: 32 * 1024 * 1024,
} as const

/** What a caller may ask of PostgreSQL. A role can have stricter ones: a stranger's query costs as much as a member's. */
export type QueryLimits = {
  /** Lists in lists: each multiplies the rows by a page. */
  listDepth: number
  /** Rows of each embedded list; without it, as many as an answer may have. */
  listRows?: number
  filters: number
  /** Whether texts without an index may be searched (fts, plfts, phfts, wfts), which reads and parses every row. */
  fullText: boolean
}

export const queryLimits: QueryLimits = { listDepth: 2, filters: 100, fullText: true }
