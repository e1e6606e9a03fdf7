import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useClients } from '#web/api/clients.ts'
import { errorToast } from '#web/api/request-errors.ts'
import type { Proof } from '#web/features/proof/proof-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'
import { toast } from '#web/ui/toast.ts'
import { accountScreenTexts } from './account-texts.ts'
import { type OwnedCalendar, useOwnedCalendars } from './owned-calendars.ts'
import { ProofDialog } from './proof-dialog.tsx'

const texts = accountScreenTexts.sections.delete

/** Maps a calendar's id to its new owner's id, or to DELETE. */
type Decisions = Record<string, string>
const DELETE = 'delete'

export function DeleteSection({ userId }: { userId: string }) {
  const { callAuth, auth } = useClients()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const [decisions, setDecisions] = useState<Decisions>({})
  const owned = useOwnedCalendars(userId, isOpen)
  const calendars = owned.data ?? []
  const undecided = calendars.find(({ id }) => !decisions[id])
  const isDecided = owned.isSuccess && !undecided

  async function leave(proof: Proof) {
    try {
      await callAuth('POST', '/delete-account', {
        ...proof,
        calendars: calendars.map(({ id }) => decisionOn(id, decisions)),
      })
    } catch (error) {
      toast(errorToast(error, texts.failed))
      // A member may have left, or a calendar may have a new owner, in the meantime.
      void owned.refetch()
      return
    }
    await navigate('/')
    await auth.signOut({ scope: 'local' })
    toast(texts.done)
  }

  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        {texts.delete}
      </Button>
      <ProofDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.question}
        description={texts.body}
        submit={texts.confirm}
        variant="danger"
        reason={
          isDecided
            ? null
            : {
                says: undecided ? texts.decide(undecided.name) : texts.loading,
                ...(undecided && { field: undecided.id }),
              }
        }
        onProof={leave}
      >
        {calendars.map((calendar) => (
          <CalendarDecision
            key={calendar.id}
            calendar={calendar}
            userId={userId}
            decision={decisions[calendar.id] ?? ''}
            onDecision={(decision) => setDecisions({ ...decisions, [calendar.id]: decision })}
          />
        ))}
        {owned.isError && <p className="text-danger">{texts.loadFailed}</p>}
      </ProofDialog>
    </>
  )
}

interface CalendarDecisionProps {
  calendar: OwnedCalendar
  userId: string
  decision: string
  onDecision: (decision: string) => void
}

function CalendarDecision({ calendar, userId, decision, onDecision }: CalendarDecisionProps) {
  const others = calendar.calendar_members.filter(({ user_id }) => user_id !== userId)
  const handovers = others.map(({ user_id, display_name }) => [user_id, texts.handTo(display_name)] as const)
  return (
    <SelectField
      label={texts.decide(calendar.name)}
      hint={others.length === 0 ? texts.nobodyElse : texts.untilTaken}
      name={calendar.id}
      value={decision}
      onChange={(event) => onDecision(event.target.value)}
      placeholder={texts.choose}
      options={[...handovers, [DELETE, texts.deleteIt]]}
    />
  )
}

function decisionOn(id: string, decisions: Decisions) {
  return decisions[id] === DELETE ? { id, delete: true } : { id, transfer_to: decisions[id] }
}
