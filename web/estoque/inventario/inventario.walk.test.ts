import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { calls, codeOf, wedge } from '../recebimento/receiving-page.fixture'

/** Counting by scanner alone, against books that nobody is shown. */

const session = browserTest()
const keys = new Keyboard(session)
const call = calls(session)
const ITEMS = 200
const FIRST = 5_000

/** A reader that gives a whole code at once. */
const paste = async (page: Page, code: string): Promise<void> => {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

const said = (page: Page, title: string) => page.locator('.reading-title', { hasText: title }).waitFor()
const sent = (page: Page) => page.locator('.unsent').waitFor({ state: 'detached' })
const itemsOf = async (id: number, situacao: string) =>
  (
    await call(
      `estoque/mercadoria_inventario_item?perPage=10&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify({ mercadoria_inventario_id: id, situacao }))}`,
    )
  ).data

/** So many products of a group, five pieces of each, and an open count of them. */
async function openCount() {
  const grupo = await call('mercadoria_grupo', { descricao: 'Contagem' })
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const items = []
  for (let n = 0; n < ITEMS; n += 1) {
    const product = await call('mercadoria', {
      xProd: `Peça contada ${n}`,
      cEAN: codeOf(FIRST + n),
      grupo_id: grupo.id,
    })
    items.push({ mercadoria_id: product.id, qCom: 5, vUnCom: 2 })
  }
  const entry = await call('entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D'),
    entrada_mercadorias: items,
  })
  await call(`entrada/${entry.id}/finaliza`, {})
  return call('estoque/mercadoria_inventario', { descricao: 'Peças', grupo_id: grupo.id })
}

it('200 items are counted blind by scanner alone; the last reading is taken off, and three that differ are counted by another person, and the stock is as they found it', async () => {
  const { page, url } = session
  const count = await openCount()
  await page.goto(`${url}/ui/estoque/mercadoria_inventario/edit/${count.id}?tab=2`)
  await keys.text('Conferidas')
  await expectPresentable(page, 'inventario-andamento')
  await page.goto(`${url}/a/${count.id}`)
  await keys.screen(`/a/${count.id}`)
  await expectPresentable(page, 'contagem-locais')
  await page.locator('.count-row').first().click()
  await page.locator('.counting-here').waitFor()
  for (let n = 0; n < ITEMS; n += 1) await (n < 10 ? wedge : paste)(page, `${n < 3 ? 4 : 5}*${codeOf(FIRST + n)}`)
  await said(page, `Peça contada ${ITEMS - 1}`)
  await sent(page)
  await settled(page)
  expect(await page.locator('.counting').innerText()).not.toMatch(/esperad|saldo/i)
  await expectPresentable(page, 'contagem')
  expect(await itemsOf(count.id, 'recontar')).toHaveLength(3)
  await keys.press('Control+z')
  await page.locator('.reading-quantity', { hasText: '−5' }).waitFor()
  await wedge(page, `5*${codeOf(FIRST + ITEMS - 1)}`)
  await page.locator('.reading-quantity', { hasText: '+5' }).waitFor()
  await recounted(count.id)
  const [left] = await itemsOf(count.id, 'recontar')
  await page.goto(`${url}/ui/estoque/mercadoria_inventario_item/edit/${left.id}`)
  await page.getByRole('textbox', { name: 'Contada' }).fill('5')
  await keys.press('Control+Enter')
  await expect.poll(() => itemsOf(count.id, 'recontar')).toEqual([])
  await page.goto(`${url}/ui/estoque/mercadoria_inventario/edit/${count.id}`)
  await page.getByRole('button', { name: /^Gerar ajustes/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gerar ajustes' }).click()
  await keys.chip('Ajustado')
  await expectPresentable(page, 'inventario-ajustado')
  await keys.press('F10')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finalizar' }).click()
  await keys.chip('Finalizado')
  expect(await call(`estoque/mercadoria_inventario/${count.id}`)).toMatchObject({ status: 4, vDiferenca: -4 })
}, 240_000)

/** Another person, who signs in from the code of the count, counts what differs: two as the first one did, one otherwise. */
async function recounted(id: number): Promise<void> {
  const { browser, url } = session
  const page = await (await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'pt-BR' })).newPage()
  await page.goto(`${url}/a/${id}`)
  await page.fill('input[type=email]', 'estoque@demo.prumo.local')
  await page.fill('input[type=password]', ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForSelector(`[data-screen="/a/${id}"]`)
  await page.locator('.count-row').first().click()
  await page.locator('.counting-here').waitFor()
  for (let n = 0; n < 3; n += 1) await wedge(page, `${n < 2 ? 4 : 6}*${codeOf(FIRST + n)}`)
  await said(page, 'Peça contada 2')
  await sent(page)
  await expect.poll(async () => (await itemsOf(id, 'recontar')).length).toBe(1)
  await page.context().close()
}

it('a place is known by its label or its code, though it is but a number or not of the count; dialogs take no code for an answer', async () => {
  const { page, url } = session
  const product = await call('mercadoria', { xProd: 'Peça do corredor', cEAN: codeOf(FIRST + 910) })
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const far = await call('estoque/armazenamento', { codigo: '12', xArmazenamento: 'Corredor doze' })
  const entry = await call('entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D'),
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 5, vUnCom: 2 }],
  })
  await call(`entrada/${entry.id}/finaliza`, {})
  const count = await call('estoque/mercadoria_inventario', { mercadoria_id: product.id })
  const here = page.locator('.counting-here')
  await page.goto(`${url}/a/${count.id}`)
  await keys.screen(`/a/${count.id}`)
  await page.locator('.count-row').first().waitFor()
  await settled(page)
  await wedge(page, '12')
  await here.getByText('Corredor doze').waitFor()
  await page.locator('.reading-word', { hasText: 'Local' }).waitFor()
  await page.getByRole('button', { name: 'Trocar de local' }).click()
  await page.locator('.count-row').first().click()
  await here.waitFor()
  // A number that was told for one place counts in no other.
  await wedge(page, '3')
  await page.locator('.scan-kept', { hasText: '3 ×' }).waitFor()
  await page.getByRole('button', { name: 'Trocar de local' }).click()
  expect(await page.locator('.scan-kept').count()).toBe(0)
  await page.locator('.count-row').first().click()
  await wedge(page, `003${String(far.id).padStart(12, '0')}`)
  await here.getByText('Corredor doze').waitFor()
  await keys.press('Control+z')
  await page.getByText('Nada para desfazer aqui: corrija pela lista.').waitFor()

  await wedge(page, codeOf(FIRST + 910))
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()
  await page.getByRole('button', { name: /^Fechar local/ }).click()
  const total = page.getByLabel(/^Total de peças/)
  await total.fill('2')
  expect(await page.getByRole('textbox', { name: 'Leitura' }).isDisabled()).toBe(true)
  await wedge(page, codeOf(FIRST + 910))
  await page.locator('.reading-text', { hasText: 'Você contou 2' }).waitFor()
  expect(await total.inputValue()).toBe('2')
  await keys.press('Control+Enter')
  await keys.text('Local 12 fechado.')

  // Who manages counts sees who counted how much of it, and has zero counted of the rest.
  const [found] = await itemsOf(count.id, 'recontar')
  await page.goto(`${url}/ui/estoque/mercadoria_inventario_item/edit/${found.id}`)
  await page.locator('.item-counts').getByRole('row').nth(1).getByRole('cell', { name: '2', exact: true }).waitFor()
  await expectPresentable(page, 'inventario-item')
  await page.goto(`${url}/ui/estoque/mercadoria_inventario/edit/${count.id}`)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Contar zeros' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Contar zeros' }).click()
  await keys.text('1 item passou a zero.')
  await page.goto(`${url}/a/${count.id}`)
  await keys.screen(`/a/${count.id}`)

  // Where somebody else counts with this device is no place of mine.
  await page.locator('.count-row').first().click()
  await here.waitFor()
  await page.reload()
  await here.waitFor()
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('prumo.local') ?? '{}')
    localStorage.setItem('prumo.local', JSON.stringify({ ...kept, user: kept.user + 1 }))
  })
  await page.reload()
  await page.locator('.count-row').first().waitFor()
  expect(await here.count()).toBe(0)
}, 240_000)

it('a phone whose connection is cut keeps what it read, through a reload too; a place closes with its pieces alone', async () => {
  const { page, url } = session
  const product = await call('mercadoria', { xProd: 'Peça do telefone', cEAN: codeOf(FIRST + 900) })
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const entry = await call('entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida?where=%7B%22tipo%22%3A0%2C%22padrao%22%3A0%7D'),
    entrada_mercadorias: [{ mercadoria_id: product.id, qCom: 3, vUnCom: 2 }],
  })
  await call(`entrada/${entry.id}/finaliza`, {})
  const count = await call('estoque/mercadoria_inventario', { mercadoria_id: product.id })
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(`${url}/a/${count.id}`)
  await keys.screen(`/a/${count.id}`)
  await page.locator('.count-row').first().click()
  await page.route('**/contar', (route) => route.abort())
  // It is said once of each reading that it waits, however often the server is asked.
  await page.evaluate(() => {
    Object.assign(globalThis, { rung: 0 })
    const begin = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
      Object.assign(globalThis, { rung: Number(Reflect.get(globalThis, 'rung')) + 1 })
      return begin.apply(this, at)
    }
  })
  for (let n = 0; n < 3; n += 1) await wedge(page, codeOf(FIRST + 900))
  await page.getByText('3 leituras a enviar').waitFor()
  let tried = 0
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/contar')) tried += 1
  })
  await expect.poll(() => tried, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'rung'))).toBe(3)
  await page.reload()
  await page.getByText('3 leituras a enviar').waitFor()
  await page.unroute('**/contar')
  await sent(page)
  await page.locator('.count-row', { hasText: 'Peça do telefone' }).waitFor()
  for (const [total, told] of [
    ['9', 'Não confere: conte de novo.'],
    ['3', /Local .* fechado\./],
  ] as const) {
    if (total === '9') await page.getByRole('button', { name: /^Fechar local/ }).click()
    await page.getByLabel(/^Total de peças/).fill(total)
    await keys.press('Control+Enter')
    await keys.text(told)
  }
  await page.locator('.count-places', { hasText: 'Contado' }).waitFor()
  expect(await itemsOf(count.id, 'aceita')).toMatchObject([{ qContada: 3 }])
})
