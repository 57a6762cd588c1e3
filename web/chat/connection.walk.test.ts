import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shot } from '../../fixtures/look'
import {
  ADMIN,
  VITOR,
  ELZA,
  chatPeople,
  ready,
  look,
  windowOf,
  open,
  write,
  texts,
  heard,
  title,
  call,
  idOf,
  type ChatPeople,
} from './people.fixture'

/** The chat's connection: shared by tabs, handed over, lost with its server and mended. */

let people: ChatPeople
let admin: Page
let vitor: Page
beforeAll(async () => {
  people = await chatPeople()
  admin = await people.person(ADMIN)
  vitor = await people.person(VITOR)
}, 120_000)
afterAll(() => people?.close(), 60_000)

describe.each([
  { way: 'with the locks of the browser', without: '' },
  {
    way: 'without them, as on plain HTTP in a local network',
    without: 'delete Navigator.prototype.locks; crypto.randomUUID = undefined',
  },
])('tabs $way', ({ without }) => {
  it('have one connection between them, and another tab takes over when its holder goes', async () => {
    const context = await people.context()
    if (without) await context.addInitScript(without)
    const sockets = new Set<Page>()
    context.on('page', (page) =>
      page.on('websocket', (socket) => {
        if (!socket.url().endsWith('/ws/chat')) return
        sockets.add(page)
        socket.on('close', () => sockets.delete(page))
      }),
    )
    const first = await context.newPage()
    await people.signIn(first, ELZA)
    await expect.poll(() => sockets.size, { timeout: 10_000 }).toBe(1)
    const others = [await context.newPage(), await context.newPage()]
    for (const page of others) {
      await page.goto(`${people.url}/ui/dashboard`)
      await ready(page)
    }
    await first.waitForTimeout(1_500)
    expect([...sockets]).toEqual([first])
    for (const page of others) await look(page, false)
    const me = await idOf(first)
    const count = Number((await call(first, 'GET', '/api/chat/mensagem/getNaoLidasCount')).total)
    await call(admin, 'POST', '/api/chat/mensagem', { user_dest_id: me, text: 'às abas' })
    for (const page of others) await title(page, `(${count + 1}) Dashboard`)
    await first.close()
    await expect.poll(() => [...sockets].filter((page) => page !== first).length, { timeout: 15_000 }).toBe(1)
    await call(admin, 'POST', '/api/chat/mensagem', { user_dest_id: me, text: 'depois da troca' })
    for (const page of others) await title(page, `(${count + 2}) Dashboard`)
    await context.close()
  })
})

describe('a server that is killed', () => {
  it('the chat says so, keeps what is written, mends itself, and nothing is lost or doubled', async () => {
    await open(vitor, 'Administrador')
    await open(admin, 'Vitor Vendas')
    await people.kill()
    await windowOf(vitor, 'Administrador').getByText('Sem conexão.').waitFor()
    await windowOf(admin, 'Vitor Vendas').getByText('Sem conexão.').waitFor()
    await write(vitor, 'Administrador', 'escrita sem servidor 1')
    await write(vitor, 'Administrador', 'escrita sem servidor 2')
    await windowOf(vitor, 'Administrador').getByText('Enviando…').first().waitFor()
    await windowOf(vitor, 'Administrador').getByRole('textbox').fill('digitando quando volta')
    await shot(vitor, 'chat-sem-conexao')
    await people.restart()
    await heard(admin, 'Vitor Vendas', 'escrita sem servidor 2')
    for (const [page, name] of [
      [vitor, 'Administrador'],
      [admin, 'Vitor Vendas'],
    ] as const) {
      await windowOf(page, name).getByText('Sem conexão.').waitFor({ state: 'detached', timeout: 40_000 })
      const written = (await texts(page, name)).filter((text) => text.startsWith('escrita sem servidor'))
      expect(written).toEqual(['escrita sem servidor 1', 'escrita sem servidor 2'])
    }
    expect(await windowOf(vitor, 'Administrador').getByRole('textbox').inputValue()).toBe('digitando quando volta')
    await windowOf(vitor, 'Administrador').getByRole('textbox').fill('')
  })

  it('what was written and not sent outlives a new load of the page', async () => {
    await vitor.route('**/api/chat/mensagem', (route) => route.abort())
    await write(vitor, 'Administrador', 'antes de recarregar')
    await windowOf(vitor, 'Administrador').getByText('Enviando…').waitFor()
    await vitor.unroute('**/api/chat/mensagem')
    await vitor.reload()
    await heard(admin, 'Vitor Vendas', 'antes de recarregar')
    await vitor.waitForTimeout(500)
    expect((await texts(admin, 'Vitor Vendas')).filter((text) => text === 'antes de recarregar').length).toBe(1)
  })

  it('what a tab had not sent when it was closed, the one that leads sends', async () => {
    const second = await vitor.context().newPage()
    await second.goto(`${people.url}/ui/dashboard`)
    await ready(second)
    await second.route('**/api/chat/mensagem', (route) => route.abort())
    await open(second, 'Administrador')
    await write(second, 'Administrador', 'de uma aba que se fecha')
    await windowOf(second, 'Administrador').getByText('Enviando…').waitFor()
    await second.close()
    await heard(admin, 'Vitor Vendas', 'de uma aba que se fecha')
    expect((await texts(admin, 'Vitor Vendas')).filter((text) => text === 'de uma aba que se fecha').length).toBe(1)
  })

  it('what the server refuses says why, and can be given up', async () => {
    await vitor.route('**/api/chat/mensagem', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: '{"code":"too_many_requests","message":"Muitas tentativas."}',
      }),
    )
    await write(vitor, 'Administrador', 'recusada')
    await windowOf(vitor, 'Administrador').getByText('Muitas tentativas.').waitFor()
    await windowOf(vitor, 'Administrador').getByRole('button', { name: 'Descartar' }).click()
    await vitor.unroute('**/api/chat/mensagem')
    expect(await texts(vitor, 'Administrador')).not.toContain('recusada')
  })
})
