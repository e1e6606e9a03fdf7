import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { ANSWER_ROWS_MAX } from '#domain/limits.ts'

type Response<Row> = PostgrestSingleResponse<Row[]>

/** Reads a list to its end, page by page, because a response has at most 1,000 rows. It must be ordered by something unique. */
export async function allRows<Row>(
  list: () => { range(from: number, to: number): PromiseLike<Response<Row>> },
): Promise<Response<Row>> {
  const rows: Row[] = []
  for (;;) {
    const page = await list().range(rows.length, rows.length + ANSWER_ROWS_MAX - 1)
    if (page.error) return page
    rows.push(...page.data)
    if (page.data.length < ANSWER_ROWS_MAX) return { ...page, data: rows }
  }
}
