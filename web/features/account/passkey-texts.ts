import { failure } from '#domain/texts/toast.ts'

// Words of the passkeys in the account.

export const passkeyTexts = {
  list: 'Your passkeys',
  none: 'You have no passkey yet.',
  unsupported: "This browser can't add passkeys.",
  add: 'Add a passkey',
  addQuestion: 'Add a passkey',
  addBody: 'First show that it is you. Then your device asks for your finger, face or PIN.',
  next: 'Continue',
  added: { title: 'Passkey added', body: 'From now on it signs you in, without a password or a code.' },
  notAdded: { title: 'No passkey was added' },
  addFailed: failure('Failed to add a passkey'),
  created: (when: string) => `Added ${when}`,
  used: (when: string) => `last used ${when}`,
  unused: 'not used yet',
  rename: 'Rename',
  renameQuestion: 'Rename passkey',
  name: 'Name',
  save: 'Save name',
  renamed: { title: 'Passkey renamed' },
  renameFailed: failure('Failed to rename the passkey'),
  remove: 'Remove',
  removeQuestion: (name: string) => `Remove "${name}"?`,
  removeBody: 'It no longer signs you in. Delete it from your device, too.',
  removed: { title: 'Passkey removed' },
  removeFailed: failure('Failed to remove the passkey'),
  loadFailed: "Your passkeys couldn't be loaded.",
}
