import { MailCheck } from 'lucide-react'
import { Honeypot } from '#web/ui/honeypot.tsx'
import { followDialogTexts } from './texts.ts'

/** Says where the link went, and stays when the toast has gone. Inside a form that sends it again. */
export function FollowSent({ email, onWrong }: { email: string; onWrong: () => void }) {
  return (
    <div className="rounded-xl bg-bell-soft p-5">
      <MailCheck aria-hidden="true" className="mb-3 size-8" />
      <p className="wrap-anywhere">{followDialogTexts.sentTo(email)}</p>
      <p className="mt-3 text-sm">{followDialogTexts.sentHint}</p>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="preference" value="email" />
      <Honeypot />
      <button type="button" className="mt-3 link min-h-8" onClick={onWrong}>
        {followDialogTexts.wrongAddress}
      </button>
    </div>
  )
}
