import { useState } from 'react'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { type RosterEntry, useMoveUp } from './roster.ts'
import { rosterTexts as texts } from './roster-texts.ts'

interface MoveUpProps {
  entry: RosterEntry
  eventId: string
  /** How many places the event has, and how many people come. */
  capacity: number | null
  going: number
}

/** Gives somebody who waits a place by hand, and says when that makes one more. */
export function MoveUp({ entry: { id, name, email, party }, eventId, capacity, going }: MoveUpProps) {
  const [isAsking, setIsAsking] = useState(false)
  const move = useMoveUp(eventId)
  const places = capacity !== null && going + party > capacity ? going + party : null
  return (
    <>
      <Button variant="secondary" data-print="no" onClick={() => setIsAsking(true)}>
        {texts.moveUp}
        <span className="sr-only"> {name}</span>
      </Button>
      <AlertDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={texts.moveUpTitle(name)}
        description={[
          ...(places === null ? [] : [texts.morePlaces(places)]),
          email === null ? texts.movedByYou : texts.movedByMail,
        ].join(' ')}
        confirm={texts.moveUp}
        variant="primary"
        working={move.isPending}
        onConfirm={() => move.mutate({ id, name }, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
