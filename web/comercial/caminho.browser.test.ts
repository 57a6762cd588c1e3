import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn, tellOfFailure } from '../../fixtures/browser-session'
import { expectPresentable, settled, watchRequests } from '../../fixtures/look'
import { startSmtp, type SmtpSimulator } from '../../fixtures/simulators/smtp'
import { tableToOrder, tabTo } from './documento/made-to-order.fixture'

/** The whole way of a sale by keyboard alone: written, mailed, accepted on a phone, sold, dispatched, invoiced, returned in part, its credit spent. */

let session: BrowserSession
let smtp: SmtpSimulator
let codes: readonly string[]

beforeAll(async () => {
  smtp = await startSmtp()
  session = await browserSession({ SMTP_URL: smtp.url })
  await signIn(session)
  const made = await tableToOrder(session.page)
  const plain: readonly string[] = await session.page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await post('cliente', {
      xNome: 'Zuleica do Caminho',
      email: 'zuleica@teste.example',
      email_list: ['zuleica@teste.example'],
    })
    await post('financeiro/pagamentos', { descricao: 'Zz crédito da casa', tPag: '21' })
    const { data } = await (await fetch('/api/mercadoria?perPage=400&orderBy=id&sortedBy=asc')).json()
    return data.filter((one: { q_disp: number }) => one.q_disp > 5).map((one: { codigo: string }) => one.codigo)
  })
  codes = [made, ...plain.slice(0, 9)]
}, 120_000)
afterEach(({ task }) => tellOfFailure(session, task))
afterAll(async () => {
  await session?.close()
  await smtp?.stop()
})

const keys = new Keyboard({
  get page() {
    return session.page
  },
})
const question = () => session.page.getByRole('alertdialog')
/** A press that may be asked about: said yes, as one does who has read it. */
async function anyway(key: string, then: () => Promise<void>): Promise<void> {
  await keys.press(key)
  await Promise.any([question().waitFor(), then()])
  if (await question().isVisible()) await keys.press('Control+Enter')
  await then()
}

/** A new document of this list for the customer, with goods by their codes, all due in one condition by a method that begins so. */
async function written(list: string, goods: readonly string[], method: string): Promise<void> {
  const { page, url } = session
  await page.goto(url + list)
  await page.waitForSelector('[role="row"][aria-rowindex="2"]')
  await keys.press('n')
  await page.waitForSelector('dialog input:focus')
  await keys.type('Zuleica')
  await keys.pick()
  await keys.press('F2')
  for (const code of goods) {
    await keys.type(code)
    await keys.press('Enter')
  }
  const rows = page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(goods.length + 1)
  await keys.press('F3')
  await keys.type('à vista')
  await keys.press('Tab')
  await keys.type(method)
  await keys.pick()
  await keys.text('As parcelas somam o total')
}

/** To the first of ten lines. */
const UP = Array.from({ length: 10 }, () => 'ArrowUp')

async function choosesColour(): Promise<void> {
  const { page } = session
  await keys.press('F1')
  await tabTo(page, '.lines, .lines *')
  await keys.press(...UP, 'Home', 'ArrowRight', 'Enter')
  await page.locator('section[aria-label="Características"]').waitFor()
  await tabTo(page, 'fieldset[data-group="Cor da mesa"] input')
  await keys.press('Space', 'Control+s')
  await page.getByRole('grid', { name: 'Mercadorias' }).getByText('Mesa sob medida · Azul').waitFor()
}

const numberIn = () => Number(/edit\/(\d+)/.exec(session.page.url())?.[1])

/** What the customer has to spend. */
const credit = (): Promise<number> =>
  session.page.evaluate(async () => {
    const { data } = await (await fetch('/api/contas_receber?where={"tpConta":11}&orderBy=id&sortedBy=desc')).json()
    return data
      .filter((one: { cliente: { xNome: string } }) => one.cliente.xNome === 'Zuleica do Caminho')
      .reduce((sum: number, one: { vSaldo: number }) => sum - one.vSaldo, 0)
  })

it('goes from the quote to the credit of the next sale', async () => {
  const { page, browser } = session
  await written('/ui/comercial/orcamento', codes, 'b')
  await choosesColour()
  await keys.press('F3')
  await page.getByRole('button', { name: 'Redistribuir' }).press('Enter')
  await keys.text('As parcelas somam o total')
  await anyway('Control+s', () => keys.text('Orçamento salvo com sucesso.'))
  await page.waitForURL(/edit\/\d+/)
  const quote = numberIn()

  await keys.press('Shift+F1')
  await expect.poll(() => page.getByLabel('Para', { exact: true }).inputValue()).toBe('zuleica@teste.example')
  await page.getByRole('button', { name: 'Enviar por e-mail' }).press('Enter')
  await keys.text('Link enviado com sucesso.')
  await smtp.arrived(1)
  const address = /https?:\/\/\S+\/publico\/\S+/.exec(smtp.mails[0]?.text ?? '')?.[0] ?? ''
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'pt-BR' })).newPage()
  watchRequests(phone)
  await phone.goto(address)
  await phone.getByText('Mesa sob medida').first().waitFor()
  await expectPresentable(phone, 'caminho-celular')
  await phone.getByLabel('Seu nome').fill('Zuleica')
  await phone.getByRole('button', { name: 'Aceitar o orçamento' }).press('Enter')
  await phone.getByText('por Zuleica').waitFor()
  await page.getByText(/por Zuleica/).waitFor()

  await anyway('F10', () => keys.text(/a venda nº \d+ foi gerada/))
  const sale = await page.evaluate(async (id) => (await (await fetch(`/api/orcamento/${id}`)).json()).venda_id, quote)
  await page.goto(`${session.url}/ui/comercial/venda/edit/${sale}`)
  await keys.chip('Aberta')
  await settled(page)
  await anyway('F10', () => keys.chip('Fechada'))
  await anyway('F9', () => keys.chip('Faturada'))

  await page.getByRole('button', { name: 'Mais', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Devolver itens' }).press('Enter')
  await page.waitForURL(/venda_devolucao\/edit\/new/)
  await settled(page)
  const grid = page.getByRole('grid', { name: 'Mercadorias' })
  await grid.getByRole('gridcell').first().waitFor()
  await tabTo(page, '.lines, .lines *')
  await keys.press(...UP, 'ArrowDown', 'End', 'ArrowLeft')
  await keys.type('1')
  await keys.press('Enter')
  await keys.press('F10')
  await page
    .getByRole('alertdialog', { name: /^Finalizar/ })
    .getByText(/^Dá crédito a Zuleica do Caminho/)
    .waitFor()
  await keys.press('Enter')
  await keys.chip('Finalizada')
  const given = await credit()
  expect(given).toBeGreaterThan(0)

  await written('/ui/comercial/venda', codes.slice(1, 2), 'Zz')
  await anyway('Control+s', () => keys.text('Venda salva com sucesso.'))
  await anyway('F10', () => keys.chip('Fechada'))
  await anyway('F9', () => keys.chip('Faturada'))
  expect(await credit()).toBe(0)
  expect(session.errors).toEqual([])
})
