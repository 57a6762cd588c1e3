import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { launchBrowser } from '../../fixtures/browser'
import { ADMIN as ADMINISTRATOR } from '../../fixtures/browser-admin'
import { watchRequests } from '../../fixtures/look'
import { startServer } from '../../fixtures/server-process'
import { freshCopy } from '../../fixtures/test-database'

const DESKTOP = { width: 1366, height: 768 }
export const ADMIN: string = ADMINISTRATOR.email
export const VITOR = 'vendas@demo.prumo.local'
export const ELZA = 'estoque@demo.prumo.local'

/** The demo company on an address that stays, and people with browsers of their own. */
export interface ChatPeople {
  readonly url: string
  /** What pages threw; tests expect nothing. */
  readonly errors: readonly string[]
  context(options?: object): Promise<BrowserContext>
  /** Somebody signed in, whose chat has its list. */
  person(email: string, options?: object): Promise<Page>
  signIn(page: Page, email: string): Promise<void>
  /** As a power cut; `restart` starts it again at the same address. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** What pages are given before they start: whether somebody looks at them, counted sounds, and a desktop that shows notices. */
const WATCHED = `
  window.looked = true
  document.hasFocus = () => window.looked
  window.notes = 0
  const create = AudioContext.prototype.createOscillator
  AudioContext.prototype.createOscillator = function () { window.notes++; return create.call(this) }
  window.asked = 0
  window.notices = []
  window.Notification = class extends EventTarget {
    static permission = 'default'
    static async requestPermission() { window.asked++; return (this.permission = 'granted') }
    constructor(title, options) { super(); window.notices.push({ title, ...options }) }
    close() {}
  }`

export async function chatPeople(): Promise<ChatPeople> {
  const folder = mkdtempSync(join(tmpdir(), 'prumo-chat-browser-'))
  const database = await freshCopy(inject('demoUrl'))
  const env = { PRUMO_DATA: folder, DATABASE_URL: database.url }
  const args = ['--port', String(await freePort())]
  let server = await startServer(env, args)
  const browser = await launchBrowser()
  const errors: string[] = []
  const { url } = server
  const context = async (options: object = { viewport: DESKTOP }): Promise<BrowserContext> => {
    const made = await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce', ...options })
    await made.addInitScript(WATCHED)
    made.on('page', watchRequests)
    made.on('weberror', (error) => errors.push(error.error().message))
    return made
  }
  const signIn = async (page: Page, email: string): Promise<void> => {
    await page.goto(`${url}/access/signin`)
    await page.fill('input[type=email]', email)
    await page.fill('input[type=password]', ADMINISTRATOR.password)
    await page.keyboard.press('Enter')
    await ready(page)
  }
  return {
    url,
    errors,
    context,
    signIn,
    person: async (email, options) => {
      const page = await (await context(options)).newPage()
      await signIn(page, email)
      return page
    },
    kill: () => server.kill(),
    restart: async () => {
      server = await startServer(env, args)
    },
    close: async () => {
      await browser.close()
      await server.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The chat has its list: from then on nothing is missed. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector('.chat[aria-busy=false]', { state: 'attached' })
}

/** Somebody looks at a page, or at something else. */
export async function look(page: Page, looked: boolean): Promise<void> {
  await page.evaluate(`window.looked = ${looked}; dispatchEvent(new Event('${looked ? 'focus' : 'blur'}'))`)
}

export const windowOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: `Conversa com ${name}` })

/** Opens a conversation by keys alone. */
export async function open(page: Page, name: string): Promise<void> {
  await page.keyboard.press('F8')
  await page.waitForSelector('[role=option]')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await windowOf(page, name).locator('[aria-busy=false]').waitFor()
}

export async function write(page: Page, name: string, text: string): Promise<void> {
  await windowOf(page, name).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

export const texts = (page: Page, name: string): Promise<string[]> =>
  windowOf(page, name).locator('.chat-text').allTextContents()

export async function heard(page: Page, name: string, text: string): Promise<void> {
  await windowOf(page, name).locator('.chat-text', { hasText: text }).waitFor()
}

/** What became of the last message that one wrote. */
export async function fate(page: Page, name: string, word: 'Enviada' | 'Lida'): Promise<void> {
  await windowOf(page, name).locator('.chat-fate', { hasText: word }).waitFor()
}

export async function title(page: Page, wanted: string): Promise<void> {
  await page.waitForFunction((text) => document.title === text, wanted, { timeout: 10_000 })
}

/** A call as the page's own user. */
// Answers have many shapes; the caller names the fields it reads.
// oxlint-disable-next-line typescript/no-explicit-any
export function call(page: Page, method: string, path: string, body?: unknown): Promise<any> {
  return page.evaluate(
    async ([verb, address, text]) => {
      const answer = await fetch(address ?? '', {
        method: verb ?? 'GET',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        ...(text ? { body: text } : {}),
      })
      return answer.json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)],
  )
}

export const idOf = async (page: Page): Promise<number> => (await call(page, 'GET', '/api/sessao')).user.id
