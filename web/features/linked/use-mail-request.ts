import { useDeferredValue, useState } from 'react'
import type { ZodType } from 'zod'
import { siteLanguage } from '#domain/site-language.ts'
import type { FunctionFailure } from '#web/api/function-errors.ts'
import { problemOf } from '#web/api/guest-call.ts'
import { createFunctions } from '#web/api/public-functions.ts'
import { useSettings } from '#web/api/settings.ts'
import { useProof, withProof } from '#web/features/captcha/use-proof.ts'
import { honeypotOf } from '#web/ui/honeypot.tsx'
import { type Problems, useCheckedForm } from '#web/ui/use-checked-form.ts'
import type { LinkedFlow } from './linked-flow.ts'

interface RequestForm<Form> {
  /** What the proof of work is for: a calendar or a town page. */
  about: string
  isOpen: boolean
  rules: () => Promise<ZodType<Form>>
  /** Values that no field has. */
  extraValues?: Record<string, unknown>
  body: (form: Form) => object
  onInvalid?: (problems: Problems) => void
}

interface MailRequest<Form> extends RequestForm<Form> {
  name: string
  onAnswer: (failure: FunctionFailure | null, status: string, form: Form) => void
}

/** A form without an account that has a link mailed. It needs a `Honeypot`. */
export function useMailRequest<Form>({ name, about, isOpen, body, onAnswer, ...form }: MailRequest<Form>) {
  const { publishableKey } = useSettings()
  // Deferred, so that solving does not delay the form.
  const proof = useProof(about, useDeferredValue(isOpen, false))
  return useCheckedForm({
    ...form,
    isOpen,
    onValid: async (given, element) => {
      const functions = createFunctions({ url: location.origin, key: publishableKey })
      const request = { ...body(given), language: siteLanguage, ...honeypotOf(element) }
      const { data, failure } = await withProof(proof, (token) =>
        functions.invoke(name, { body: { ...request, proof: token } }),
      )
      onAnswer(failure, data?.status ?? '', given)
    },
  })
}

export interface LinkRequest<Form> extends RequestForm<Form> {
  flow: LinkedFlow
  onSent: () => void
}

/** The same for a flow, whose refusals are shown in the form. */
export function useLinkRequest<Form>({ flow, onSent, ...form }: LinkRequest<Form>) {
  const [failure, setFailure] = useState<string | null>(null)
  const checked = useMailRequest({
    ...form,
    name: flow.request,
    onAnswer: (refused) => {
      setFailure(refused && problemOf(refused, flow))
      if (!refused) onSent()
    },
  })
  return { ...checked, failure }
}
