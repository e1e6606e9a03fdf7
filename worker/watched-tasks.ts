import type { TaskList } from 'graphile-worker'

/** Wraps tasks so that one can wait until none of them is running. */
export function watchTasks(tasks: TaskList): { list: TaskList; ended(): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const list = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (...given: Parameters<NonNullable<typeof task>>) => {
        const one = Promise.resolve(task?.(...given))
        running.add(one)
        const done = () => running.delete(one)
        one.then(done, done)
        return one
      },
    ]),
  ) as TaskList
  return {
    list,
    async ended() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
