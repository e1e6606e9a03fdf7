/**
 * Looks up what many ask for in one go: while a look-up is under way, questions gather for the next. One always begins after
 * the question was asked, so no answer is older than its question.
 */
export function gathering<Answer>(lookUp: (keys: string[]) => Promise<Map<string, Answer>>) {
  let next: { keys: Set<string>; answers: Promise<Map<string, Answer>> } | null = null
  let last: Promise<unknown> = Promise.resolve()

  return async function ask(key: string): Promise<Answer | null> {
    next ??= gather()
    next.keys.add(key)
    return (await next.answers).get(key) ?? null
  }

  function gather() {
    const keys = new Set<string>()
    const answers = last.then(() => {
      next = null
      return lookUp([...keys])
    })
    // Whoever asked hears of a failure; the next look-up begins all the same.
    last = answers.catch(() => {})
    return { keys, answers }
  }
}
