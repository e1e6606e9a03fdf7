import { type FormEvent, useState } from 'react'
import { collectionPath } from '#domain/collections.ts'
import { COLLECTION_DESCRIPTION_MAX, COLLECTION_NAME_MAX, COLLECTIONS_MAX } from '#domain/limits.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InputField, TextareaField } from '#web/ui/fields.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ShowingTowns } from './showing-towns.tsx'
import { TownCalendars } from './town-calendars.tsx'
import { type OwnTown, useDeleteTown, useMyTowns, useSaveTown } from './towns.ts'
import { townsTexts as texts } from './towns-texts.ts'

/** Lets people make town pages, and decline those of others. */
export function TownsScreen() {
  const towns = useMyTowns()
  const [edited, setEdited] = useState<OwnTown | 'new' | null>(null)
  const count = towns.data?.length ?? 0
  const create = <Button onClick={() => setEdited('new')}>{texts.create}</Button>
  return (
    <Page className="py-6 sm:py-8">
      <h1 className="text-3xl">{texts.title}</h1>
      <p className="mt-1 mb-6 max-w-3xl text-muted">{texts.lead}</p>
      <section aria-labelledby="mine">
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <h2 id="mine" className="mr-auto text-2xl">
            {texts.mine}
          </h2>
          {count > 0 && count < COLLECTIONS_MAX && create}
        </div>
        {towns.isPending && <Skeleton className="h-40 rounded-xl" />}
        {towns.isError && <LoadError message={texts.loadFailed} onRetry={towns.refetch} />}
        {count === 0 && towns.data && (
          <EmptyState title={texts.none} action={create}>
            {texts.limit}
          </EmptyState>
        )}
        {count >= COLLECTIONS_MAX && <p className="mb-4 text-muted">{texts.limit}</p>}
        <ul className="space-y-6">
          {towns.data?.map((town) => (
            <li key={town.id}>
              <TownCard town={town} onEdit={() => setEdited(town)} />
            </li>
          ))}
        </ul>
      </section>
      {/* It may be read before the others, which would push it down. */}
      <div hidden={towns.isPending}>
        <ShowingTowns />
      </div>
      {edited && <TownDialog town={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function TownCard({ town, onEdit }: { town: OwnTown; onEdit: () => void }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const remove = useDeleteTown()
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-xl wrap-anywhere">{town.name}</h3>
      <p className="mt-1 text-muted wrap-anywhere">{collectionPath(town)}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to={collectionPath(town)} variant="secondary" size="small">
          {texts.view}
        </ButtonLink>
        <Button variant="secondary" size="small" onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button variant="quietDanger" size="small" onClick={() => setIsLeaving(true)}>
          {texts.remove}
        </Button>
      </div>
      <TownCalendars townId={town.id} />
      <AlertDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={texts.removeTitle(town.name)}
        confirm={texts.remove}
        working={remove.isPending}
        description={texts.removeBody}
        onConfirm={() => remove.mutate(town.id, { onSuccess: () => setIsLeaving(false) })}
      />
    </Card>
  )
}

function TownDialog({ town, onClose }: { town: OwnTown | null; onClose: () => void }) {
  const [form, setForm] = useState({
    name: town?.name ?? '',
    slug: town?.slug ?? '',
    description: town?.description ?? '',
  })
  const [problem, setProblem] = useState<string>()
  const save = useSaveTown(town?.id ?? null, onClose)
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(form.name.trim() === '' ? texts.nameRequired : undefined)
    if (form.name.trim() !== '') save.mutate(form)
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title={town ? town.name : texts.create}
      onSubmit={submit}
      submit={texts.save}
      working={save.isPending}
    >
      <InputField
        label={texts.name}
        required
        error={problem}
        maxLength={COLLECTION_NAME_MAX}
        value={form.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <InputField
        label={texts.slug}
        hint={texts.slugHint}
        maxLength={30}
        autoCapitalize="none"
        value={form.slug}
        onChange={({ target }) => change({ slug: target.value.toLowerCase() })}
      />
      <TextareaField
        label={texts.description}
        maxLength={COLLECTION_DESCRIPTION_MAX}
        value={form.description}
        onChange={({ target }) => change({ description: target.value })}
      />
    </FormDialog>
  )
}
