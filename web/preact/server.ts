// Stands for `react-dom/server` in the build.
import type { VNode } from 'preact'
import { renderToStringAsync } from 'preact-render-to-string'

type Answers = { onAllReady: () => void; onShellError: (error: unknown) => void }

/** Renders the whole page before it says that it is ready. */
export function renderToPipeableStream(page: VNode, { onAllReady, onShellError }: Answers) {
  const rendered = Promise.resolve(renderToStringAsync(page))
  rendered.then(onAllReady, onShellError)
  return {
    pipe<Stream extends { end(html: string): unknown }>(stream: Stream): Stream {
      rendered.then((html) => stream.end(`<!DOCTYPE html>${html}`))
      return stream
    },
  }
}
