import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { SandboxedHtml } from '#web/ui/sandboxed-html.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { AlertPreview } from './queries.ts'
import { previewTexts } from './texts.ts'

interface AlertPreviewsProps {
  /** Undefined while there is no headline. */
  preview: AlertPreview | undefined
  isFailed: boolean
  name: string
  isOver: boolean
}

/** Shows what people will receive: as text, mail and browser notification, and as a line of the inbox. */
export function AlertPreviews({ preview, isFailed, name, isOver }: AlertPreviewsProps) {
  return (
    <section aria-label={previewTexts.title} className="rounded-xl bg-sunk p-4 lg:sticky lg:top-20">
      <h2 className="mb-2 font-sans font-semibold">{previewTexts.title}</h2>
      {preview ? (
        <>
          <Tabs
            label={previewTexts.title}
            tabs={[
              { id: 'text', label: previewTexts.text, content: <TextBubble>{preview.text.body}</TextBubble> },
              {
                id: 'email',
                label: previewTexts.email,
                content: (
                  <SandboxedHtml
                    html={preview.html}
                    title={previewTexts.mail}
                    className="h-[32rem] w-full rounded-lg border border-line bg-white"
                  />
                ),
              },
              { id: 'push', label: previewTexts.push, content: <PushCard {...preview.push} /> },
            ]}
          />
          <div className="mt-5 rounded-xl border border-line bg-card p-3 shadow-card">
            <p className="flex items-center gap-2 text-sm">
              <strong className="min-w-0 flex-1 truncate">{name}</strong>
              <span className="text-muted">{previewTexts.now}</span>
            </p>
            <p className={classes('truncate font-semibold', isOver ? 'text-ok' : 'text-danger')}>{preview.subject}</p>
          </div>
          <p className="mt-2 text-center text-sm text-muted">{previewTexts.inbox}</p>
        </>
      ) : (
        <p className="py-10 text-center text-muted" role="status">
          {isFailed ? previewTexts.failed : previewTexts.empty}
        </p>
      )}
    </section>
  )
}

function TextBubble({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto max-w-80 rounded-[2rem] border-8 border-ink bg-card p-4">
      <p
        dir="auto"
        className="mt-6 mb-24 rounded-2xl rounded-bl-sm bg-sunk px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap"
      >
        {children}
      </p>
    </div>
  )
}

function PushCard({ title, body }: { title: string; body: string }) {
  return (
    <div className="flex gap-3 rounded-xl border border-line bg-card p-4 shadow-card">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-bell text-bell-ink">
        <Bell aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p dir="auto" className="whitespace-pre-line">
          {body}
        </p>
      </div>
    </div>
  )
}
