import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAtContactLimit, spellTags } from './contact-choices.ts'
import { addContactForm, editContactForm, tagContactsForm } from './contacts.ts'

test('a contact is stored trimmed and in lower case', () => {
  assert.deepEqual(addContactForm.parse({ email: ' Ann@Example.org ', name: ' Ann Stone ' }), {
    email: 'ann@example.org',
    name: 'Ann Stone',
  })
  assert.equal(addContactForm.parse({ email: 'ann@example.org', name: '  ' }).name, null)
  assert.equal(
    addContactForm.safeParse({ email: 'ann' }).error?.issues[0]?.message,
    'Please enter a valid email address',
  )
})

test('only trial accounts have a contact limit, at ten', () => {
  assert.deepEqual(
    [9, 10, 11].map((count) => isAtContactLimit({ trial: true }, count)),
    [false, true, true],
  )
  assert.ok(!isAtContactLimit({ trial: false }, 500))
})

test('tags are typed with commas between them, each is stored once, and there are at most twenty', () => {
  const tagsOf = (tags: string) => editContactForm.safeParse({ name: '', tags })
  assert.deepEqual(tagsOf(' Rabb  Road, Elm Street,,Elm Street ').data?.tags, ['Elm Street', 'Rabb Road'])
  assert.deepEqual(tagsOf(' ').data?.tags, [])
  assert.equal(tagsOf('x'.repeat(41)).error?.issues[0]?.message, 'Tag must be at most 40 characters')
  const many = Array.from({ length: 21 }, (_, n) => `tag ${n}`).join()
  assert.equal(tagsOf(many).error?.issues[0]?.message, 'A recipient can have at most 20 tags')
  assert.equal(tagContactsForm.safeParse({ tags: ' , ' }).error?.issues[0]?.message, 'Please enter a tag')
})

test('a tag that exists already keeps its spelling', () => {
  assert.deepEqual(spellTags(['elm street', 'New', 'ELM STREET'], ['Elm Street', 'Other']), ['Elm Street', 'New'])
})
