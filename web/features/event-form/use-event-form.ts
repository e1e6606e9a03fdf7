import { type KeyboardEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { toast } from '#web/ui/toast.ts'
import { useLiveForm } from '#web/ui/use-live-form.ts'
import type { EventDraft, EventForm } from '../../../domain/events.ts'
import { type EventProblem, eventProblemTexts } from '../../../domain/texts/events.ts'
import { isBehindMore, usesMore } from './more-fields.ts'

export type EventFormState = UseFormReturn<EventDraft, unknown, EventForm>

const rules = async () => (await import('../../../domain/events.ts')).eventForm

interface EventFormOptions {
  defaultValues: EventDraft
  problemOf: (draft: EventDraft) => EventProblem | null
  /** Called with what can be saved. */
  save: (checked: EventForm) => void
  /** Nothing is saved now, whatever key is pressed. */
  isBusy: boolean
}

/** The state of both event dialogs. A problem is shown beside its field, which gets the focus, and as a toast. */
export function useEventForm({ defaultValues, problemOf, save, isBusy }: EventFormOptions) {
  const form: EventFormState = useLiveForm({ rules, defaultValues })
  const [isOpen, setIsOpen] = useState(() => usesMore(defaultValues))

  function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    if (isBusy) return
    const problem = problemOf(form.getValues())
    if (problem) toast(eventProblemTexts[problem])
    const onValid = (checked: EventForm) => {
      if (!problem) return save(checked)
      if (problem === 'pastDay')
        form.setError('day', { message: eventProblemTexts.pastDay.body }, { shouldFocus: true })
    }
    void form.handleSubmit(onValid, (errors) => isBehindMore(Object.keys(errors)) && setIsOpen(true))()
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const isHere = event.currentTarget.contains(event.target as Node)
    if (isHere && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }

  const more = { isOpen, toggle: () => setIsOpen(!isOpen), open: () => setIsOpen(true) }
  return { form, more, bind: { noValidate: true, onSubmit: submit, onKeyDown } }
}
