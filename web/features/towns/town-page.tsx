import type { ComponentProps } from 'react'
import type { TownAnswer } from './town.ts'
import { TownFeeds } from './town-feeds.tsx'
import { TownFollow } from './town-follow.tsx'
import { TownMissing } from './town-missing.tsx'
import { TownScreen } from './town-screen.tsx'

type TownPageProps = { answer: TownAnswer } & Pick<ComponentProps<typeof TownFeeds>, 'Dialogs'>

export function TownPage({ answer, Dialogs }: TownPageProps) {
  if (answer.status !== 'found') return <TownMissing isFailed={answer.status === 'failed'} />
  const { town, only } = answer
  return (
    <TownScreen
      shown={answer}
      actions={
        <>
          <TownFollow key={only.join()} town={town} only={only} />
          <TownFeeds town={town} Dialogs={Dialogs} />
        </>
      }
    />
  )
}
