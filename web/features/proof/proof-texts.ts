import { failure } from '#domain/texts/toast.ts'

export const proofTexts = {
  code: 'Code from your email',
  hint: 'Your account has no password, so we email you six digits.',
  sent: 'We sent six digits to your email address. They work for 30 minutes.',
  send: 'Email me a code',
  again: 'Send another code',
  byPasskey: 'Use a passkey instead',
  confirmed: 'Confirmed with your passkey.',
  failed: failure('That failed'),
}
