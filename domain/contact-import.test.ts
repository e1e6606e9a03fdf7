import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactsCsv, guessColumns, readContacts, readContactTable, toCsv, toImport } from './contact-import.ts'

const listOf = (text: string) => {
  const table = readContactTable(text)
  return readContacts(table, guessColumns(table))
}
const read = (text: string) =>
  listOf(text).contacts.map(({ contact_type, contact_value }) => `${contact_type} ${contact_value}`)

const none = { email: null, phone: null, name: null, lastName: null, tags: null }

test('a pasted list is one address a line', () => {
  assert.deepEqual(read('ann@town.example\n\n bob@town.example \r\n'), [
    'email ann@town.example',
    'email bob@town.example',
  ])
})

test('a spreadsheet is read by its columns, whatever separates and quotes them', () => {
  const expected = ['email ann@town.example', 'phone +1 512 555 0100', 'email bob@town.example']
  const table = (separator: string) =>
    [
      ['Name', 'E-mail', 'Mobile'],
      ['"Stone, ""Ann"""', 'ann@town.example', '+1 512 555 0100'],
      ['Bob', 'bob@town.example', ''],
    ]
      .map((row) => row.join(separator))
      .join('\r\n')
  for (const separator of [',', '\t']) assert.deepEqual(read(`\ufeff${table(separator)}`), expected)
  assert.deepEqual(read(table(';').replaceAll(', ', ' ')), expected)
})

test('a quoted cell may hold line breaks; a quote that never ends ends with the text', () => {
  assert.deepEqual(readContactTable('name,mail\n"Ann\nStone",ann@town.example').rows, [
    ['Ann\nStone', 'ann@town.example'],
  ])
  assert.doesNotThrow(() => readContactTable('"never,ends\nann@town.example'))
})

test('an address that is listed twice is one contact', () => {
  assert.deepEqual(read('Ann@town.example\nann@TOWN.example'), ['email Ann@town.example'])
})

test('one column can be chosen instead of all, and rows may be short', () => {
  const table = readContactTable('old,new\na@town.example,b@town.example\nc@town.example')
  assert.deepEqual(readContacts(table, { ...none, email: 1 }), {
    rows: 2,
    contacts: [{ contact_type: 'email', contact_value: 'b@town.example' }],
    skipped: ['c@town.example'],
  })
})

test('all columns can be chosen for phones, also where none is called so', () => {
  const table = readContactTable('Ann,512 555 0100,512 555 0101')
  assert.deepEqual(
    readContacts(table, { ...none, phone: 'all' }).contacts.map(({ contact_value }) => contact_value),
    ['512 555 0100', '512 555 0101'],
  )
})

test('addresses and numbers in one column are told apart, and what is neither is skipped', () => {
  const text = 'ann@town.example\n+1 512 555 0100\nnobody@'
  assert.deepEqual(read(text), ['email ann@town.example', 'phone +1 512 555 0100'])
  assert.deepEqual(listOf(text).skipped, ['nobody@'])
})

// What people paste; whom it names, in which words; what is left.
const pasted: [what: string, text: string, contacts: string[], skipped: string[]][] = [
  [
    'tags and names of a table',
    'Name,Email,Phone,Tags\nAnn Stone,ann@town.example,(512) 555-0100,"Choir, Elm Street"\nBo,bo@town.example,,choir',
    [
      'Ann Stone ann@town.example [Choir|Elm Street]',
      'Ann Stone (512) 555-0100 [Choir|Elm Street]',
      'Bo bo@town.example [choir]',
    ],
    [],
  ],
  [
    'a bare address below a table of two columns',
    'Name,Email\nAnn,ann@town.example\nbo@town.example',
    ['Ann ann@town.example', ' bo@town.example'],
    [],
  ],
  [
    'two columns of addresses',
    'E-Mail,Backup mail\nann@town.example,\nbo@town.example,bo@work.example\n,cy@work.example',
    [' ann@town.example', ' bo@town.example', ' bo@work.example', ' cy@work.example'],
    [],
  ],
  [
    'two people on one line of two',
    'Max Lee <max@town.example>, Zoe <zoe@town.example>\nAnn <ann@town.example>',
    ['Max Lee max@town.example', 'Zoe zoe@town.example', 'Ann ann@town.example'],
    [],
  ],
  [
    'two addresses in one cell',
    'Name,Email\nAnn,ann@town.example; ann@work.example\nBo,"bo@town.example, bo@work.example"\nCy,cy@a.example cy@b.example',
    [
      'Ann ann@town.example',
      'Ann ann@work.example',
      'Bo bo@town.example',
      'Bo bo@work.example',
      'Cy cy@a.example',
      'Cy cy@b.example',
    ],
    [],
  ],
  [
    'two columns of phones, beside a number that is none',
    'Name,Home phone,Mobile,Member number\nAnn,512 555 0100,512 555 0101,20231234567',
    ['Ann 512 555 0100', 'Ann 512 555 0101'],
    [],
  ],
  [
    'a heading that is exactly the name, beside one that has the word in it',
    'School name,Name,Email\nElm School,Ann,ann@town.example',
    ['Ann ann@town.example'],
    [],
  ],
  [
    'rows and cells without an address',
    'Name,Email,Phone\nAnn,ann at town,512 555 0100\nBo,,\nCy,cy@town.example,none',
    ['Ann 512 555 0100', 'Cy cy@town.example'],
    ['ann at town', 'Bo', 'none'],
  ],
  [
    'somebody twice, in two groups',
    'Email,Group\nann@town.example,Choir\nANN@town.example,Board',
    [' ann@town.example [Board|Choir]'],
    [],
  ],
]

for (const [what, text, contacts, skipped] of pasted) {
  test(`nothing is lost of ${what}`, () => {
    const list = listOf(text)
    const shown = list.contacts.map(
      ({ contact_value, name = '', tags }) => `${name} ${contact_value}${tags ? ` [${tags.join('|')}]` : ''}`,
    )
    assert.deepEqual([shown, list.skipped], [contacts, skipped])
  })
}

test('a contact is sent as a bare address if that shows whether it is an email or a phone', () => {
  const sent = [
    { contact_type: 'email', contact_value: 'ann@town.example' },
    { contact_type: 'email', contact_value: '5125550100' },
    { contact_type: 'phone', contact_value: '5125550100' },
    { contact_type: 'phone', contact_value: 'ann@town.example' },
  ] as const
  const tagged = { contact_type: 'email' as const, contact_value: 'ann@town.example', tags: ['Choir'] }
  assert.equal(toImport(tagged), tagged)
  assert.deepEqual(sent.map(toImport), ['ann@town.example', sent[1], '5125550100', sent[3]])
  const named = { contact_type: 'email', contact_value: 'ann@town.example', name: 'Ann' } as const
  assert.equal(toImport(named), named)
})

const named = (text: string) => listOf(text).contacts.map(({ contact_value, name }) => `${name}: ${contact_value}`)

test('names are read from their column, from two columns, or from before the address', () => {
  const expected = ['Ann Stone: ann@town.example', 'Ann Stone: 512 555 0100', 'Bo: bo@town.example']
  assert.deepEqual(
    named('Phone,Username,Full name,E-mail\n512 555 0100,ann1,Ann  Stone,ann@town.example\n,bo2,Bo,bo@town.example'),
    [expected[1], expected[0], expected[2]],
  )
  assert.deepEqual(
    named('First name,Last Name,E-mail,Mobile\nAnn,Stone,ann@town.example,512 555 0100\nBo,,bo@town.example,'),
    expected,
  )
  assert.deepEqual(named('Nombre\tApellidos\tCorreo\nAna\tPiedra\tana@town.example'), ['Ana Piedra: ana@town.example'])
  assert.deepEqual(named('Ann Stone,ann@town.example\nBo,bo@town.example'), [expected[0], expected[2]])
  assert.deepEqual(named('ann@town.example,78701\nbo@town.example,78702'), [
    'undefined: ann@town.example',
    'undefined: bo@town.example',
  ])
  assert.deepEqual(named('Ann Stone <ann@town.example>\n<bo@town.example>'), [
    'Ann Stone: ann@town.example',
    'undefined: bo@town.example',
  ])
})

test('addresses on one line, as mail programs copy them, are all read', () => {
  assert.deepEqual(named('"Ann" <ann@town.example>; bo@town.example; Cy <cy@town.example>;'), [
    'Ann: ann@town.example',
    'undefined: bo@town.example',
    'Cy: cy@town.example',
  ])
})

test('nothing is read from nothing', () => {
  for (const text of ['', '\n\n', ',,,\n,,']) assert.deepEqual(read(text), [], JSON.stringify(text))
})

test('hundreds of thousands of lines are read in one go, also without a single line break', () => {
  assert.equal(read(Array.from({ length: 100_000 }, (_, i) => `n${i}@town.example`).join('\n')).length, 100_000)
  assert.equal(readContactTable('a@town.example\n'.repeat(400_000)).rows.length, 400_000)
  assert.equal(readContactTable('x'.repeat(1_000_000)).columns.length, 1)
})

test('an export has every contact with its name, and is read again with it', () => {
  const contact = {
    tags: ['Elm Street', 'Rabb Road'],
    state: 'added',
    source: 'manager',
    created_at: '2026-03-04T05:06:07Z',
  }
  const csv = contactsCsv([
    { ...contact, contact_type: 'email', contact_value: 'ann@town.example', name: '=Ann, A' },
    { ...contact, contact_type: 'phone', contact_value: '+15125550100', name: null },
  ])
  assert.match(
    csv,
    /^type,contact,name,tags,state,source,added\r\nemail,ann@town\.example,"'=Ann, A","Elm Street, Rabb Road",added,manager,2026-03-04\r\n/,
  )
  assert.deepEqual(named(csv), ["'=Ann, A: ann@town.example", 'undefined: +15125550100'])
})

test('what is exported is read again, and is no formula', () => {
  const csv = toCsv([
    ['type', 'contact'],
    ['email', '=cmd@town.example'],
    ['phone', '+15125550100'],
    ['email', 'a"b,c@town.example'],
  ])
  assert.equal(toCsv([['Ann;=HYPERLINK(1);x', 'a\n+b']]), 'Ann;\'=HYPERLINK(1);x,"a\n\'+b"\r\n')
  assert.match(csv, /email,'=cmd@town\.example\r\n/)
  assert.match(csv, /phone,\+15125550100\r\n/)
  assert.deepEqual(readContactTable(csv).rows.at(-1), ['email', 'a"b,c@town.example'])
})
