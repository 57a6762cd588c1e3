import { expect, it } from 'vitest'
import { withCheckDigit } from '../../../core/gs1/check-digit'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** A point of sale from its register to the sale: chosen once at a computer, whose sales read the scale's labels. */

const session = browserTest()
const keys = new Keyboard(session)

const call = (method: string, path: string, body?: object) =>
  session.page.evaluate(
    async ([verb, where, sent]) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      return (await fetch(`/api/${where}`, { method: verb, headers, ...(sent === '' ? {} : { body: sent }) })).json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

it('is chosen once; then labels of its scale are sold by weight and price, and the sale takes document and series from it', async () => {
  const { page, url } = session
  const kg = await call('POST', 'unidade', { un: 'KGX', descricao: 'Quilo', decimal: 3 })
  const goods = await call('POST', 'mercadoria', { xProd: 'Queijo no quilo', codigo: '98765', unidade_id: kg.id })
  const [table] = (await call('GET', 'comercial/tabela_preco?perPage=1')).data
  const told = { mercadoria_id: goods.id, tabela_preco_id: table.id, vUnTrib: 49.9 }
  await call('POST', 'mercadoria_preco', told)
  const { empresa_id } = await call('GET', 'sessao')
  const company = empresa_id ?? (await call('GET', 'empresa?perPage=1')).data[0].id
  const series = await call('POST', 'nfe/serie_numero', { empresa_id: company, tpDoc: 3, serie: 77 })
  const pdv = await call('POST', 'config/pdv', { empresa_id: company, descricao: 'Caixa 1', nfe_serie_id: series.id })

  await page.goto(`${url}/ui/config/pdv/edit/${pdv.id}/balanca/new`)
  await page.getByRole('textbox', { name: 'Experimente um código' }).fill(withCheckDigit('200000200102'))
  await page.getByText('Mercadoria 2, peso 0,102 kg.').waitFor()
  expect(
    await page
      .locator('.scale-bar span')
      .first()
      .evaluate((one) => one.clientWidth),
  ).toBe(10)
  await expectPresentable(page, 'pdv-balanca')
  await page.getByRole('textbox', { name: 'Experimente um código' }).press('Enter')
  await page.getByRole('textbox', { name: 'Começa com' }).fill('2')
  await keys.press('Control+Enter')
  await expect.poll(async () => (await call('GET', `config/pdv/${pdv.id}`)).pdv_balancas.length).toBe(1)
  await call('POST', 'config/pdv_balanca', {
    empresa_id: company,
    pdv_id: pdv.id,
    digitBalanca: 29,
    tpIdentificacao: 1,
    qDecimal: 2,
    posCodIni: 3,
    posCodEnd: 7,
    posValIni: 8,
    posValEnd: 12,
  })

  await page.goto(`${url}/ui/comercial/venda_rapida`)
  await page.getByText('PDV não encontrado neste computador').waitFor()
  await page.getByRole('combobox', { name: 'PDV deste computador' }).selectOption(String(pdv.id))
  await page.getByText('Caixa 1 · NFC-e · série 77').waitFor()
  await page.getByRole('combobox', { name: 'Vendedor' }).waitFor()
  await page.locator('.quick').focus()
  const six = String(goods.codigo).padStart(6, '0')
  await page.keyboard.type(`${withCheckDigit(`2${six}01250`)}\n`)
  await page.keyboard.type(`${withCheckDigit(`29${six.slice(1)}00784`)}\n`)
  const rows = page.getByRole('grid', { name: 'Mercadorias' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  await page.keyboard.type(`2${six}012500\n`)
  await page.getByText('dígito verificador errado').first().waitFor()
  await expectPresentable(page, 'venda-balcao-pdv')
  await keys.press('Control+Enter')
  await page.getByRole('alertdialog').getByText('sem estoque').waitFor()
  await keys.press('Control+Enter')
  await keys.text('Venda salva com sucesso.')
  const [{ id }] = (await call('GET', 'venda?orderBy=id&sortedBy=desc&perPage=1')).data
  const sale = await call('GET', `venda/${id}`)
  expect(sale).toMatchObject({ pdv_id: pdv.id, geraNFe: 3, serie_numero_id: series.id })
  const [byWeight, byPrice] = sale.venda_mercadorias
  expect(byWeight.qTrib).toBe(1.25)
  expect(byPrice.vTotal).toBe(7.84)

  await page.goto(`${url}/ui/comercial/venda_rapida`)
  await page.getByText('Caixa 1 · NFC-e · série 77').waitFor()
})

it('a series shows its next number, and is moved on from its form', async () => {
  const { page, url } = session
  const [{ id }] = (await call('GET', 'nfe/serie_numero?perPage=1')).data
  await page.goto(`${url}/ui/configuracao/serie_numero/edit/${id}`)
  await page.getByRole('textbox', { name: 'Continuar do número' }).fill('300')
  await page.getByRole('button', { name: 'Mudar o próximo número' }).press('Enter')
  await page.getByText('Próximo número: 300').waitFor()
  await page.getByText('Nenhum número ficou sem documento.').waitFor()
  await expectPresentable(page, 'serie-numero')
})
