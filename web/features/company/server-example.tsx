import { Suspense, useEffect, useState } from 'react'
import { lazyExport } from '#web/ui/lazy-export.ts'

const ExampleMonth = import.meta.env.SSR ? lazyExport(() => import('./example-month.tsx'), 'ExampleMonth') : null

const ID = 'example-month'

/**
 * A picture of the example calendar, made of HTML. Only the server draws it: the scripts of a month would be most of those of the home
 * page. The browser keeps what it got; coming from another page, it asks for it.
 */
export function ServerExample({ className }: { className: string }) {
  if (ExampleMonth) {
    return (
      <div id={ID} inert className={className}>
        <Suspense>
          <ExampleMonth />
        </Suspense>
      </div>
    )
  }
  return <KeptExample className={className} />
}

function KeptExample({ className }: { className: string }) {
  const [html, setHtml] = useState(() => document.getElementById(ID)?.innerHTML ?? '')
  useEffect(() => {
    if (html !== '') return
    const ending = new AbortController()
    readExample(ending.signal).then(setHtml, () => {})
    return () => ending.abort()
  }, [html])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML, which holds nothing that people wrote.
    <div id={ID} inert suppressHydrationWarning className={className} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

async function readExample(signal: AbortSignal): Promise<string> {
  const answer = await fetch('/', { signal })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.getElementById(ID)?.innerHTML ?? ''
}
