import type { ImageProblem } from '#domain/texts/event-images.ts'

export interface Cleaned {
  parts: Uint8Array[]
  width: number
  height: number
}

/** Thrown by what cannot make sense of a file. Pictures come from strangers, so it is the rule and not a bug. */
export class BadPicture extends Error {
  readonly problem: ImageProblem

  constructor(problem: ImageProblem) {
    super(problem)
    this.name = 'BadPicture'
    this.problem = problem
  }
}

/** Counts the segments or chunks of a file. A real one has some hundred; a file of empty ones would take long to take apart. */
export function partCounter(): () => void {
  let left = 10_000
  return () => {
    left -= 1
    if (left < 0) throw new BadPicture('broken')
  }
}

/** Reads never go past the end: a file may claim anything. */
export function piece(file: Buffer, start: number, length: number): Buffer {
  if (start + length > file.length) throw new BadPicture('broken')
  return file.subarray(start, start + length)
}
