/** A message in the corner. One titled "Error" is shown in the destructive style. */
export interface Toast {
  title: string
  body?: string
}

export const ERROR_TITLE = 'Error'

export function failure(body: string): Toast & { body: string } {
  return { title: ERROR_TITLE, body }
}
