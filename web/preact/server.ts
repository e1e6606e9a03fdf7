// Stands for `react-dom/server` in the build.
import { options, type VNode } from 'preact'
import { renderToStringAsync } from 'preact-render-to-string'

// Preact writes what it does not know as an attribute.
const { vnode: before } = options
options.vnode = (vnode) => {
  if (typeof vnode.type === 'string')
    delete (vnode.props as { suppressHydrationWarning?: boolean }).suppressHydrationWarning
  before?.(vnode)
}

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
