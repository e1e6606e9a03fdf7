import { type FormEvent, useState } from 'react'
import { siteLanguage } from '#domain/site-language.ts'
import { publicCalendarTexts } from '#domain/texts/public-calendar.ts'
import { Field } from '#web/ui/field.tsx'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { Input } from '#web/ui/input.tsx'
import { lazyExport } from '#web/ui/lazy-export.ts'
import { MountOnOpen } from '#web/ui/mount-on-open.tsx'
import { followCardTexts } from './texts.ts'

const loadDialog = () => import('./follow-dialog.tsx')
const FollowDialog = lazyExport(loadDialog, 'FollowDialog')

/** Asks for an address where people read; the dialog goes on with it. Without scripts the form itself is sent. */
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
      <form
        method="post"
        action={`/calendar/${calendar.id}/follow`}
        onSubmit={submit}
        className="flex flex-wrap items-end gap-3"
      >
        <Honeypot />
        <input type="hidden" name="language" value={siteLanguage} />
        <Field label={followCardTexts.email} className="flex-1 basis-44">
          {(control) => (
            <Input
              {...control}
              type="email"
              name="email"
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
