import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notableFaults, shot } from '../../fixtures/look'
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
  fate,
  title,
  call,
  idOf,
  type ChatPeople,
} from './people.fixture'

/** The chat as people use it: two of them, several tabs, a phone. */

let people: ChatPeople
let admin: Page
let vitor: Page
beforeAll(async () => {
  people = await chatPeople()
  admin = await people.person(ADMIN)
  vitor = await people.person(VITOR)
}, 120_000)
afterAll(() => people?.close(), 60_000)

describe('a conversation', () => {
  it('is written by keys alone, told at once, and read only when it is open and looked at', async () => {
    await open(admin, 'Vitor Vendas')
    await look(vitor, false)
    await write(admin, 'Vitor Vendas', 'Bom dia!')
    await title(vitor, '(1) Dashboard')
    await look(vitor, true)
    await open(vitor, 'Administrador')
    await title(vitor, 'Dashboard')
    await fate(admin, 'Vitor Vendas', 'Lida')
    await look(vitor, false)
    await write(admin, 'Vitor Vendas', 'Ainda aí?')
    await heard(vitor, 'Administrador', 'Ainda aí?')
    await title(vitor, '(1) Dashboard')
    await vitor.waitForTimeout(300)
    await fate(admin, 'Vitor Vendas', 'Enviada')
    await look(vitor, true)
    await title(vitor, 'Dashboard')
    await fate(admin, 'Vitor Vendas', 'Lida')
    expect(await texts(vitor, 'Administrador')).toEqual(['Bom dia!', 'Ainda aí?'])
  })

  it('stands through other screens and a new load of the page, with what was being written', async () => {
    await windowOf(admin, 'Vitor Vendas').getByRole('textbox').fill('ainda não env')
    await admin.getByRole('link', { name: 'Estoque', exact: true }).click()
    await admin.getByRole('link', { name: 'Mercadorias' }).first().click()
    await admin.waitForSelector('[data-screen="/ui/estoque/mercadoria"]')
    expect(await windowOf(admin, 'Vitor Vendas').getByRole('textbox').inputValue()).toBe('ainda não env')
    await admin.reload()
    await heard(admin, 'Vitor Vendas', 'Ainda aí?')
    expect(await windowOf(admin, 'Vitor Vendas').getByRole('textbox').inputValue()).toBe('ainda não env')
    await windowOf(admin, 'Vitor Vendas').getByRole('textbox').fill('')
  })

  it('has a window each, becomes small with Esc, and gives the focus back', async () => {
    await admin.goto(`${people.url}/ui/comercial/venda`)
    await admin.waitForSelector('.list-foot strong')
    await ready(admin)
    await admin.focus('.search-box input')
    await open(admin, 'Elza Estoque')
    await windowOf(admin, 'Vitor Vendas').waitFor()
    await admin.keyboard.press('Escape')
    await windowOf(admin, 'Elza Estoque').waitFor({ state: 'detached' })
    await expect.poll(() => admin.evaluate(() => document.activeElement?.closest('.search-box') !== null)).toBe(true)
    await admin.getByRole('button', { name: 'Conversa com Elza Estoque' }).click()
    await windowOf(admin, 'Elza Estoque').getByRole('textbox').waitFor()
    await admin.keyboard.press('Alt+PageUp')
    await expect
      .poll(() => admin.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Mensagem para Vitor Vendas')
    await windowOf(admin, 'Elza Estoque').getByRole('button', { name: 'Fechar a conversa' }).click()
  })

  it('leaves the totals of lists and the buttons of documents free', async () => {
    const [button, bar] = await Promise.all([
      admin.locator('.topbar .chat-tool').boundingBox(),
      admin.locator('.topbar').boundingBox(),
    ])
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.height ?? 0)
    // The record comes while one already writes in the chat: it does not take the focus from there.
    let come = (): void => undefined
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    await admin.route(/\/api\/venda\/1(\?|$)/, async (route) => {
      await coming
      await route.continue()
    })
    await admin.goto(`${people.url}/ui/comercial/venda/edit/1`)
    await admin.waitForSelector('dialog .dialog-foot')
    await admin.waitForSelector('dialog .chat-tool')
    // Windows that were open wait under the document; one that is opened over it stays clear of its totals and buttons.
    expect(await admin.locator('dialog .chat-window').count()).toBe(0)
    await open(admin, 'Vitor Vendas')
    come()
    await admin.waitForSelector('dialog .form-body:not(.loading)')
    expect(await windowOf(admin, 'Vitor Vendas').locator('textarea:focus').count()).toBe(1)
    const [chat, summary] = await Promise.all([
      admin.locator('.chat-window').boundingBox(),
      admin.locator('.form-summary').boundingBox(),
    ])
    expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBeLessThanOrEqual(summary?.y ?? 0)
    await write(admin, 'Vitor Vendas', 'Sobre a venda 1')
    await heard(vitor, 'Administrador', 'Sobre a venda 1')
    await admin.keyboard.press('Escape')
    expect(await admin.locator('dialog[open]').count()).toBe(1)
    await admin.goto(`${people.url}/ui/dashboard`)
    await ready(admin)
  })

  it('is paged upwards and stays where one reads', async () => {
    const [me, other] = [await idOf(vitor), await idOf(admin)]
    for (let n = 1; n <= 50; n++)
      await call(vitor, 'POST', '/api/chat/mensagem', {
        user_id: me,
        user_dest_id: other,
        text: `linha ${n}`,
        chave: `p${n}`,
      })
    await admin.reload()
    await ready(admin)
    if ((await windowOf(admin, 'Vitor Vendas').count()) === 0) await open(admin, 'Vitor Vendas')
    await heard(admin, 'Vitor Vendas', 'linha 50')
    const log = windowOf(admin, 'Vitor Vendas').getByRole('log')
    expect((await texts(admin, 'Vitor Vendas')).length).toBe(40)
    expect(await log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(2)
    await log.evaluate((box) => box.scrollTo({ top: 20 }))
    await heard(admin, 'Vitor Vendas', 'Bom dia!')
    const all = await texts(admin, 'Vitor Vendas')
    expect(all).toEqual([
      'Bom dia!',
      'Ainda aí?',
      'Sobre a venda 1',
      ...Array.from({ length: 50 }, (_, n) => `linha ${n + 1}`),
    ])
    expect(await log.evaluate((box) => box.scrollTop)).toBeGreaterThan(100)
  })
})

describe('attention', () => {
  it('one sound and one notice however many tabs; the notice says who, never what; asked only by a press', async () => {
    await vitor.keyboard.press('F8')
    expect(await vitor.evaluate('window.asked')).toBe(0)
    await vitor.getByRole('button', { name: 'Avisar também fora do navegador' }).click()
    expect(await vitor.evaluate('window.asked')).toBe(1)
    await vitor.keyboard.press('F8')
    const second = await vitor.context().newPage()
    await second.goto(`${people.url}/ui/dashboard`)
    await ready(second)
    for (const page of [vitor, second]) await look(page, false)
    const before = Number(await vitor.evaluate('window.notes'))
    await write(admin, 'Vitor Vendas', 'assunto reservado')
    for (const page of [vitor, second]) await title(page, '(1) Dashboard')
    const sounds = async () => {
      const counts = await Promise.all([vitor, second].map((page) => page.evaluate('window.notes')))
      return counts.map(Number).reduce((sum, one) => sum + one, 0) - before
    }
    await expect.poll(sounds).toBe(2)
    // The other tab would have sounded by now too.
    await vitor.waitForTimeout(600)
    expect(await sounds()).toBe(2)
    const notices = (await Promise.all([vitor, second].map((page) => page.evaluate('window.notices')))).flat()
    expect(notices).toMatchObject([{ title: 'Prumo', body: 'Nova mensagem de Administrador' }])
    expect(JSON.stringify(notices)).not.toContain('reservado')
    // Looked at in one tab, it is read in all of them.
    await look(vitor, true)
    for (const page of [vitor, second]) await title(page, 'Dashboard')
    await second.close()
  })

  it('silent when the chat is muted, and when its conversation is looked at', async () => {
    const notes = () => vitor.evaluate('window.notes')
    const before = await notes()
    await write(admin, 'Vitor Vendas', 'com a janela aberta')
    await heard(vitor, 'Administrador', 'com a janela aberta')
    await vitor.keyboard.press('F8')
    await vitor.getByRole('button', { name: 'Silenciar as mensagens' }).click()
    await vitor.keyboard.press('F8')
    await look(vitor, false)
    await write(admin, 'Vitor Vendas', 'em silêncio')
    await title(vitor, '(1) Dashboard')
    await vitor.waitForTimeout(400)
    expect(await notes()).toBe(before)
    await look(vitor, true)
  })
})

describe('looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing: %s', async (colorScheme) => {
    await admin.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await admin.keyboard.press('F8')
    await admin.waitForSelector('[role=option]')
    await shot(admin, `chat-${colorScheme}`)
    expect(await notableFaults(admin)).toEqual([])
    await admin.keyboard.press('F8')
  })

  it('on a phone the list and a conversation fill it, one goes back, and axe finds nothing', async () => {
    const phone = await people.person(ELZA, { viewport: { width: 390, height: 780 }, hasTouch: true })
    await phone.locator('.bottom-bar .chat-tool').click()
    await phone.waitForSelector('[role=option]')
    const box = async (part: string) => phone.locator(part).boundingBox()
    expect(await box('.chat-list')).toMatchObject({ x: 0, y: 0, width: 390, height: 780 })
    await shot(phone, 'chat-celular-lista')
    expect(await notableFaults(phone)).toEqual([])
    await phone.getByRole('option', { name: 'Administrador' }).click()
    expect(await box('.chat-window')).toMatchObject({ x: 0, y: 0, width: 390, height: 780 })
    await phone.getByRole('textbox', { name: 'Mensagem para Administrador' }).fill('do celular')
    await phone.getByRole('button', { name: 'Enviar' }).click()
    await heard(phone, 'Administrador', 'do celular')
    await shot(phone, 'chat-celular-conversa')
    expect(await notableFaults(phone)).toEqual([])
    await phone.getByRole('button', { name: 'Voltar à lista' }).click()
    await phone.waitForSelector('.chat-list')
    await phone.getByRole('button', { name: 'Fechar o chat' }).click()
    await phone.locator('.chat-list').waitFor({ state: 'detached' })
    await phone.context().close()
  })

  it('signing out leaves nothing of the chat in the browser, and the other sees it', async () => {
    await windowOf(vitor, 'Administrador').getByRole('textbox').fill('rascunho')
    await vitor.locator('.user').click()
    await vitor.getByRole('menuitem', { name: 'Sair' }).click()
    await vitor.waitForSelector('[data-screen="/access/signin"]')
    const kept = await vitor.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).not.toContain('rascunho')
    await windowOf(admin, 'Vitor Vendas').getByText('Offline').waitFor({ timeout: 15_000 })
    expect(people.errors).toEqual([])
  })
})
