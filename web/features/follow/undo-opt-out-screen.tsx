import { BellRing, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useSettings } from '#web/api/settings.ts'
import { StateCard } from '#web/features/linked/state-card.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { clearQuery } from '#web/ui/clear-query.ts'
import { undoOptOut } from './mutations.ts'
import { optOutPageTexts } from './texts.ts'

/** Undoes an opt-out, from the mail that is sent when it came without a signed link: a stranger may have requested it. */
export function UndoOptOutScreen({ token }: { token: string }) {
  const settings = useSettings()
  const [working, setWorking] = useState(false)
  const [answer, setAnswer] = useState<{ done: boolean; message: string } | null>(null)

  async function undo() {
    setWorking(true)
    const given = await undoOptOut(settings, token)
    if (given.done) clearQuery()
    setAnswer(given)
    setWorking(false)
  }

  if (answer) {
    const Icon = answer.done ? CircleCheck : CircleX
    return (
      <StateCard
        icon={<Icon aria-hidden="true" className={answer.done ? 'size-14 text-ok' : 'size-14 text-danger'} />}
        title={answer.done ? optOutPageTexts.welcomeBack : optOutPageTexts.notUndone}
      >
        <p>{answer.message}</p>
        <ButtonLink to="/" className="mt-8">
          {optOutPageTexts.returnHome}
        </ButtonLink>
      </StateCard>
    )
  }
  return (
    <StateCard icon={<BellRing aria-hidden="true" className="size-12 text-muted" />} title={optOutPageTexts.notYou}>
      <p>{optOutPageTexts.notYouBody}</p>
      <Button working={working} onClick={undo} className="mt-8">
        {optOutPageTexts.undo}
      </Button>
    </StateCard>
  )
}
