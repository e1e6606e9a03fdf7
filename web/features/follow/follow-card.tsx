import { type FormEvent, useState } from 'react'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { followCardTexts } from './texts.ts'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazyExport(loadDialog, 'FollowDialog')

/** Asks for an address where people read; the dialog goes on with it. Without scripts the button leads to the calendar. */
export function FollowCard({ calendar }: { calendar: { id: string; name: string; is_full: boolean } }) {
  const [email, setEmail] = useState('')
  const [open, setOpen] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setOpen(true)
  }

  return (
    <section
      aria-labelledby="follow"
      data-print="no"
      className="self-start rounded-xl bg-bell-soft p-5 sm:p-6 forced-colors:border"
    >
      <h2 id="follow" tabIndex={-1} className="text-xl">
        {followCardTexts.title}
      </h2>
      <p className="mt-1 mb-3 text-[0.9375rem]">{followCardTexts.lead}</p>
      {/* The field has no name: a form that is sent without scripts must not put the address into the URL. */}
      <form action={`/calendar/${calendar.id}`} onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label={followCardTexts.email} className="flex-1 basis-44">
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              required
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              onFocus={loadDialog}
            />
          )}
        </Field>
        <button
          type="submit"
          className="inline-flex min-h-11 items-center justify-center rounded-lg bg-ink px-5 font-semibold text-paper hover:opacity-90"
        >
          {publicCalendarTexts.followShort}
        </button>
      </form>
      <MountOnOpen open={open}>
        <FollowDialog calendar={calendar} email={email} open={open} onClose={() => setOpen(false)} />
      </MountOnOpen>
    </section>
  )
}
