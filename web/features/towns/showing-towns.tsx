import { Link } from 'react-router'
import { collectionPath } from '#domain/collections.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type ShowingTown, useDecline, useShowingTowns } from './towns.ts'
import { townsTexts as texts } from './towns-texts.ts'

/** Lists pages of other people that show one's calendars. */
export function ShowingTowns() {
  const { data } = useShowingTowns()
  if (!data) return null
  return (
    <section aria-labelledby="showing" className="mt-12">
      <h2 id="showing" className="text-2xl">
        {texts.showing}
      </h2>
      <p className="mt-2 mb-4 text-muted">{data.length === 0 ? texts.notShowing : texts.showingLead}</p>
      {data.length > 0 && (
        <Card>
          <ul className="divide-y divide-line">
            {data.map((shown) => (
              <Entry key={`${shown.collection_id} ${shown.calendar_id}`} shown={shown} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Entry({ shown }: { shown: ShowingTown }) {
  const decline = useDecline()
  const { collection_id: id, slug, collection_name: name, calendar_name: calendar } = shown
  const isDeclined = shown.declined_at !== null
  const act = isDeclined ? texts.allow : texts.decline
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold wrap-anywhere">
          <Link to={collectionPath({ id, slug })} className="link">
            {name}
          </Link>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {isDeclined ? texts.hasDeclined(calendar) : texts.shows(calendar)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={`${act}: ${name}, ${calendar}`}
        working={decline.isPending}
        onClick={() => decline.mutate({ shown, isDeclined: !isDeclined })}
      >
        {act}
      </Button>
    </li>
  )
}
