/** How much one request may ask of the parser and the planner. Far above what screens send, far below what hurts. */
export const limits = {
  selectItems: 200,
  embeds: 20,
  embedDepth: 6,
  /** Lists in lists: each multiplies the rows by a page. */
  listDepth: 2,
  filters: 100,
  logicDepth: 10,
  /** Values of one `in` list, as long as a URL can carry. */
  listValues: 2_000,
  orderTerms: 20,
  jsonDepth: 64,
  /** Rows and distinct keys of one write. */
  bodyRows: 5_000,
  bodyKeys: 400,
} as const
