// The main journeys in the other engines, on a computer and on a phone, with the puzzle, and without a connection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { freePort } from '#database/embedded.ts'
import { addDays } from '#domain/dates.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { count, makeCalendar, makeEvent, makePerson, PASSWORD } from '#testing/browser/people.ts'
import { engines, missing, openJourney, sizes } from '#testing/browser/webdriver.ts'

const skip = missing() ?? false
/** For a look at them: a folder, which must exist. */
const pictures = process.env.BROWSER_PICTURES

let app: TestApp
let line: Awaited<ReturnType<typeof openLine>>
before(async () => {
  if (skip) return
  const port = await freePort()
  app = await startApp({ SITE_URL: `http://localhost:${port}` })
  line = await openLine(port, Number(new URL(app.url).port))
})
after(async () => {
  await line?.close()
  await app?.close()
})

for (const engine of engines)
  for (const [device, size] of Object.entries(sizes))
    test(`${engine}, ${device}: follow, sign in with the puzzle, every screen fits, offline`, { skip }, async () => {
      const mo = await makePerson(app, `Mo ${engine} ${device}`)
      const calendar = await makeCalendar(app, mo, { name: `Elm ${engine}`, contacts: ['ann@town.example'] })
      const event = await makeEvent(app, calendar, { title: 'Block party' })
      const isThere = (where: string) =>
        count(app.pool, `public.events where calendar_id = $1 and ${where}`, [calendar.id])
      const person = await openJourney(engine, line.url, size)
      const look = async (name: string) => {
        assert.ok(await person.run('return document.documentElement.scrollWidth <= innerWidth'), `${name} is too wide`)
        if (pictures) await person.picture(`${pictures}/${engine}-${device}-${name}.png`)
      }
      try {
        await person.open(`/calendar/${calendar.id}`)
        assert.equal(await person.run('return innerWidth'), size.width)
        const isListed = `return document.body.innerText.includes('Block party')`
        await person.waitFor(isListed)
        await look('calendar')
        if (device === 'phone') {
          // WebKit stretched it over the whole screen.
          await person.click('button', 'More')
          const menu = `const [box] = [...document.querySelectorAll('[popover]')].filter((one) => one.matches(':popover-open'))`
          const height = await person.waitFor(`${menu}; return box?.getBoundingClientRect().height`)
          assert.ok(Number(height) < 400, `the menu is ${height} px tall`)
          await look('more')
        }
        await person.open(`/calendar/${calendar.id}/events/${event}`)
        await look('event')
        await person.open(`/calendar/${calendar.id}/print`)
        await look('print')

        await person.open(`/calendar/${calendar.id}`)
        await person.click('button', '…Follow this Calendar')
        await person.type('Email address', `gail.${device}@${engine}.example`)
        await look('follow')
        await person.click('button', 'Send Confirmation')
        await person.find('toast', 'Confirmation Email Sent')

        await person.waitFor('return navigator.serviceWorker.controller')
        await person.open(`/calendar/${calendar.id}`)
        await person.waitFor(
          `return caches.open('pages').then((cache) => cache.match(location.origin + '/calendar/${calendar.id}')).then(Boolean)`,
        )
        line.cut()
        await person.go(`/calendar/${calendar.id}`)
        await person.find('heading', calendar.name)
        await person.waitFor(isListed)
        await person.waitFor(`return document.body.innerText.includes('You are offline')`)
        await look('offline')
        line.mend()

        await person.open('/signin')
        await look('sign-in')
        await person.type('Email', mo.email)
        await person.type('Password', PASSWORD)
        await person.click('button', 'Sign in')
        await person.isAt('/dashboard')
        for (const [name, path] of Object.entries({
          dashboard: '/dashboard',
          people: `/calendars/${calendar.id}/people`,
          settings: `/calendars/${calendar.id}/settings`,
          mailings: `/calendars/${calendar.id}/mailings`,
          member: `/calendars/${calendar.id}`,
        })) {
          await person.open(path)
          await person.find('heading', '…')
          await look(name)
        }
        if (device === 'phone') return
        await person.click('link', 'Next month, …')
        await person.click('link', 'Today')
        await person.click('chip', '…Block party')
        await person.find('dialog', 'Block party')
        await person.click('button', 'Move')
        await person.find('dialog', 'Move to another day')
        await person.click('button', 'One week later')
        await person.find('toast', 'Event moved')
        assert.equal(await isThere(`title = 'Block party' and event_date = '${addDays(calendar.today, 7)}'`), 1)

        await person.click('link', 'New event')
        await person.type('Event Title', 'Bake sale')
        await person.click('field', 'Notice')
        await look('new-event')
        await person.click('button', 'Create Event')
        await person.find('toast', 'Event created')
        assert.equal(await isThere(`title = 'Bake sale' and category = 'Notice'`), 1)
      } catch (error) {
        if (pictures) await person.picture(`${pictures}/${engine}-${device}-failed.png`)
        throw error
      } finally {
        line.mend()
        await person.close()
      }
    })

/** A connection to the server that can be cut: no engine but Chromium has a switch for it. */
async function openLine(port: number, to: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(to, '127.0.0.1')
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => two.destroy())
      one.on('close', () => {
        sockets.delete(one)
        two.destroy()
      })
      one.pipe(two)
    }
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${port}`,
    cut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
