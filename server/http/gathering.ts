/**
 * Many ask, and one look-up answers them: while one is under way, questions gather for the next. One always begins after the
 * question was asked, so no answer is older than its question.
 */
export function gathered<Answer>(lookUp: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | null = null
  let last: Promise<unknown> = Promise.resolve()

  return () => {
    next ??= gather()
    return next
  }

  function gather(): Promise<Answer> {
    // Not before all are heard whose questions have arrived.
    const answer = last.then(turn).then(() => {
      next = null
      return lookUp()
    })
    // Whoever asked hears of a failure; the next look-up begins all the same.
    last = answer.catch(() => {})
    return answer
  }
}

/** The same for questions of different things. */
export function gathering<Answer>(lookUp: (keys: string[]) => Promise<Map<string, Answer>>) {
  const keys = new Set<string>()
  const answers = gathered(() => {
    const asked = [...keys]
    keys.clear()
    return lookUp(asked)
  })
  return async function ask(key: string): Promise<Answer | null> {
    keys.add(key)
    return (await answers()).get(key) ?? null
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
