export const eventMessageTexts = {
  message: 'Message',
  required: 'Please write a message.',
}
