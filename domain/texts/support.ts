// The Contact Us form. `contact` means a recipient here, so the form is called support.

export const supportTexts = {
  captchaRequired: {
    title: 'Verification Required',
    body: 'Please complete the reCAPTCHA verification to continue.',
  },
  captchaFailed: { title: 'Verification Failed', body: 'reCAPTCHA verification failed. Please try again.' },
  captchaUnreachable: { title: 'Verification Error', body: 'Unable to verify reCAPTCHA. Please try again.' },

  firstName: 'First name',
  lastName: 'Last name',
  subject: 'Subject',
  message: 'Message',

  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  subjectRequired: 'Subject is required',
  messageRequired: 'Message is required',
} as const
