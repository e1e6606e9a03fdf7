import { CirclePause, CirclePlay, Send } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePauseSending, useSendTest } from './mutations.ts'
import { type Sending, useSending } from './queries.ts'
import { pauseReason, resumeText, sendingTexts } from './texts.ts'

/** Shows whether sending is on, with buttons to pause it and to send a test. */
export function SendingControls({ calendarId }: { calendarId: string }) {
  const { data } = useSending(calendarId)
  const test = useSendTest(calendarId)
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-xl bg-sunk p-4">
      <div aria-live="polite" className="min-w-0 flex-1 basis-60">
        {data ? <State sending={data} /> : <Skeleton className="h-11" />}
      </div>
      <div className="flex grow flex-wrap gap-2 sm:grow-0">
        <PauseButton calendarId={calendarId} sending={data} />
        <Button
          variant="secondary"
          size="small"
          className="grow"
          working={test.isPending}
          onClick={() => test.mutate()}
        >
          {!test.isPending && <Send aria-hidden="true" className="size-4" />}
          {test.isPending ? sendingTexts.testing : sendingTexts.test}
        </Button>
      </div>
    </div>
  )
}

function State({ sending }: { sending: Sending }) {
  const paused = sending.sending_paused_at !== null
  const Icon = paused ? CirclePause : CirclePlay
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden="true" className={paused ? 'mt-0.5 size-5 shrink-0 text-danger' : 'mt-0.5 size-5 shrink-0'} />
      <div className="min-w-0">
        <h2 className="font-sans text-base">{paused ? sendingTexts.paused : sendingTexts.on}</h2>
        <p className="text-sm text-muted wrap-anywhere">{paused ? pauseReason(sending) : sendingTexts.onBody}</p>
        {sending.sending_paused_by !== null && (
          <p className="text-sm text-muted">{resumeText(sending.sending_paused_by, sending.can_resume)}</p>
        )}
      </div>
    </div>
  )
}

function PauseButton({ calendarId, sending }: { calendarId: string; sending: Sending | undefined }) {
  const pause = usePauseSending(calendarId)
  const paused = sending?.sending_paused_at != null
  const label = paused ? sendingTexts.resume : sendingTexts.pause
  const working = paused ? sendingTexts.resuming : sendingTexts.pausing
  if (paused && !sending.can_resume) return null
  return (
    <Button
      variant="secondary"
      size="small"
      className="grow"
      disabled={!sending}
      working={pause.isPending}
      onClick={() => pause.mutate(!paused)}
    >
      {pause.isPending ? working : label}
    </Button>
  )
}
