import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, type BrowserSession, browserSession, Keyboard, tellOfFailure } from '../fixtures/browser-session'
import { guidePicture } from '../fixtures/look'
import { invoiceXml } from '../fixtures/nfe/invoice'
import { testCnpj } from '../fixtures/test-server'

/** The main job in a real browser, by keyboard alone: from a supplier's invoice to a billed sale. The steps follow one another. */

let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  session = await browserSession()
  keys = new Keyboard(session)
}, 120_000)
afterEach(async ({ task }) => {
  await tellOfFailure(session, task)
})
afterAll(() => session?.close())

describe('without a mouse', () => {
  it('signs in', async () => {
    await session.page.goto(`${session.url}/access/signin`)
    await session.page.waitForSelector('input[type=email]')
    await keys.type(ADMIN.email)
    await keys.press('Tab')
    await keys.type(ADMIN.password)
    await keys.press('Enter')
    await keys.screen('/ui/dashboard')
    await keys.text('Vendas de hoje')
    await guidePicture(session.page, 'painel')
  })

  it('takes in the invoice, makes the entry and finalises it', async () => {
    const file = join(tmpdir(), `nota-${process.pid}.xml`)
    writeFileSync(
      file,
      invoiceXml({
        number: 4321,
        recipient: testCnpj(987),
        items: [
          {
            cProd: 'PX-1',
            cEAN: '7891234567895',
            xProd: 'Trena emborrachada 5 m',
            uCom: 'CX',
            qCom: '10.0000',
            vUnCom: '120.00',
            vProd: '1200.00',
            vFrete: '30.00',
            vIPI: '60.00',
          },
          { cProd: 'PX-2', xProd: 'Nível de bolha 30 cm', qCom: '20.0000', vUnCom: '15.50', vProd: '310.00' },
        ],
        vNF: '1600.00',
        instalments: [
          { dVenc: '2026-12-15', vDup: '800.00' },
          { dVenc: '2027-01-15', vDup: '800.00' },
        ],
      }),
    )
    await keys.press('Control+k')
    await keys.type('nf-e de compra')
    await keys.pick()
    await keys.screen('/ui/compras/nfe_compra')
    await session.page.locator('[data-screen="/ui/compras/nfe_compra"] input[type=file]').first().setInputFiles(file)
    await keys.text('Trena emborrachada 5 m')
    await guidePicture(session.page, 'nfe-importacao')
    await keys.press('Control+s')
    await session.page.waitForURL(/\/ui\/estoque\/entrada\/edit\/\d+/)
    await keys.text('NF-e 4321 importada')
    await guidePicture(session.page, 'entrada')
    await keys.press('F10')
    await keys.text('Entrada finalizada: 2 itens somados ao estoque.')
    await keys.press('Escape')
    await keys.screen('/ui/estoque/entrada')
  })

  it('prices the new products in the table, chosen over two searches', async () => {
    await keys.press('g', 'm')
    await keys.screen('/ui/estoque/mercadoria')
    for (const name of ['Trena emborrachada', 'Nível de bolha 30']) {
      await keys.press('/', 'Control+a')
      await keys.type(name)
      await keys.press('Enter')
      await session.page.locator('[role="row"][aria-rowindex="2"]', { hasText: name }).waitFor()
      await keys.press('Home', 'Space')
    }
    await keys.press('.')
    await keys.type('precificar')
    await keys.press('Enter')
    await keys.text('Precificar 2 mercadorias')
    await keys.type('varejo')
    await keys.pick()
    await keys.press('Tab')
    await keys.type('40')
    await guidePicture(session.page, 'precificar')
    await keys.press('Control+s')
    await keys.text('Alterar 2 preços')
    await keys.press('Control+s')
    await keys.text('2 preços calculados.')
  })

  it('writes a quote with discounts and instalments', async () => {
    await keys.press('g', 'o')
    await keys.screen('/ui/comercial/orcamento')
    await keys.press('n')
    await keys.screen('/ui/comercial/orcamento/edit/new')
    await keys.type('a')
    await keys.pick()
    await keys.press('F2')
    await keys.type('3*7891234567895')
    await keys.press('Enter')
    await keys.text('Trena emborrachada 5 m')
    await keys.type('nível de bolha')
    await keys.pick()
    await keys.text('Nível de bolha 30 cm')
    await guidePicture(session.page, 'orcamento')
    await keys.press('F3')
    await keys.type('30/60/90')
    await keys.press('Tab')
    await keys.type('boleto')
    await keys.pick()
    await keys.press('Tab', 'Enter')
    await keys.text('As parcelas somam o total')
    await guidePicture(session.page, 'parcelas')
    await keys.press('Control+s')
    await keys.text('Orçamento salvo com sucesso.')
  })

  it('closes it into a sale, dispatches and invoices', async () => {
    await keys.press('F10')
    await keys.text(/Orçamento nº \d+ fechado, a venda nº \d+ foi gerada\./)
    await keys.press('Escape')
    await keys.press('g', 'v')
    await keys.screen('/ui/comercial/venda')
    await session.page.waitForSelector('[role="row"][aria-rowindex="2"]')
    await keys.press('Enter')
    await session.page.waitForURL(/\/venda\/edit\/\d+/)
    await keys.chip('Aberta')
    await guidePicture(session.page, 'venda')
    await keys.press('F10')
    await keys.chip('Fechada')
    await keys.press('F9')
    await keys.chip('Faturada')
    await guidePicture(session.page, 'venda-faturada')
    expect(session.errors).toEqual([])
  })
})
