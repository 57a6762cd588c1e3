import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { calls, codeOf, wedge } from '../../estoque/recebimento/receiving-page.fixture'

/** A wave of ten sales and sixty lines on a phone, by wedge and keys alone: picked, with what is not there, weighed by another count, and checked. */

const session = browserTest()
const keys = new Keyboard(session)
const call = calls(session)
const PATH = '/ui/expedicao/separacao'
const PHONE = { width: 390, height: 780 }
const [SALES, PRODUCTS] = [10, 6]

/** Ten dispatched sales of six products each, one piece of each, from two shelves of a warehouse that works so. */
async function wave() {
  const first = async (path: string): Promise<number> => (await call(path)).data[0].id
  const where = (values: object) => encodeURIComponent(JSON.stringify(values))
  const armazem = await call('estoque/armazem', { xNome: 'Galpão de separação', usa_separacao: true })
  const shelves: number[] = []
  for (const [nOrdem, codigo] of [
    [1, 'SEP-01'],
    [2, 'SEP-02'],
  ] as const)
    shelves.push(
      (await call('estoque/armazenamento', { armazem_id: armazem.id, codigo, xArmazenamento: codigo, nOrdem })).id,
    )
  const products: number[] = []
  for (let n = 0; n < PRODUCTS; n += 1)
    products.push(
      (await call('mercadoria', { xProd: `Peça de separação ${n}`, cEAN: codeOf(900 + n), pesoB: 0.25 })).id,
    )
  const entry = await call('entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first(`tipo_entrada_saida?where=${where({ tipo: 0, padrao: 0 })}`),
    entrada_mercadorias: products.map((mercadoria_id, at) => ({
      mercadoria_id,
      qCom: 20,
      vUnCom: 5,
      armazenamento_id: shelves[at % 2],
    })),
  })
  await call(`entrada/${entry.id}/finaliza`, {})
  const cliente_id = await first(`cliente?where=${where({ ativo: true })}`)
  const tipo_entrada_saida_id = await first(`tipo_entrada_saida?where=${where({ tipo: 1, padrao: 1 })}`)
  const sales: number[] = []
  for (let n = 0; n < SALES; n += 1) {
    const sale = await call('venda', {
      cliente_id,
      tipo_entrada_saida_id,
      armazenamento_id: shelves[0],
      venda_mercadorias: products.map((mercadoria_id) => ({ mercadoria_id, qTrib: 1, vUnTrib: 10 })),
    })
    await call(`venda/${sale.id}/fecha`, {})
    sales.push(Number(sale.id))
  }
  const orders = await call(`expedicao/separacao?where=${where({ armazem_id: armazem.id })}&perPage=20`)
  const { id } = await call('expedicao/separacao/agrupa', { ids: orders.data.map((one: { id: number }) => one.id) })
  return { id: Number(id), sales }
}

it('has the fields that a company gave it', async () => {
  const { page, url } = session
  const armazem = await call('estoque/armazem', { xNome: 'Galpão com doca', usa_separacao: true })
  const { id } = await call('expedicao/separacao', { armazem_id: armazem.id })
  const [{ id: setting }] = (await call('configuracao?where={"name":"SEPARACAO.CUSTOM_FIELDS"}')).data
  await page.evaluate(
    async (path) =>
      fetch(path, {
        method: 'PUT',
        headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
        body: JSON.stringify({ value: 'Doca; Placa' }),
      }),
    `/api/configuracao/${setting}`,
  )
  await page.goto(`${url}${PATH}/edit/${id}`)
  await keys.screen(`${PATH}/edit/${id}`)
  await page.getByRole('tab', { name: 'Separação' }).click()
  await page.getByLabel('Doca').fill('7')
  await page.getByLabel('Placa').fill('ABC1D23')
  await expectPresentable(page, 'separacao-campos')
  await keys.press('Control+s')
  await expect
    .poll(async () => (await call(`expedicao/separacao/${id}`)).custom_fields)
    .toEqual({ Doca: '7', Placa: 'ABC1D23' })
})

it('is fetched, found short, weighed and checked', async () => {
  const { page, url } = session
  const { id, sales } = await wave()
  await page.goto(url + PATH)
  await keys.screen(PATH)
  await settled(page)
  await expectPresentable(page, 'separacao-lista')
  // The slip opens the walk.
  await page.setViewportSize(PHONE)
  await wedge(page, String(id).padStart(12, '0'))
  await keys.screen(`${PATH}/edit/${id}/coleta`)
  await page.getByText('0 de 60').waitFor()
  await settled(page)
  await wedge(page, codeOf(900))
  await page.locator('.reading-word', { hasText: 'Leia o local' }).waitFor()
  // Nothing was fetched yet.
  await keys.press('Control+Enter')
  await page.getByText('Não foi possível finalizar esta separacao').waitFor()
  await page.getByRole('button', { name: 'Dispensar aviso' }).click()
  await wedge(page, 'SEP-01')
  await page.locator('.reading-title', { hasText: 'SEP-01' }).waitFor()
  await wedge(page, `9*${codeOf(900)}`)
  await page.locator('.reading-quantity', { hasText: '9' }).waitFor()
  await page.getByText('9 de 60').waitFor()
  await keys.press('Control+z')
  await page.getByText('0 de 60').waitFor()
  await wedge(page, `10*${codeOf(900)}`)
  await page.getByText('10 de 60').waitFor()
  for (const n of [902, 904]) await wedge(page, `10*${codeOf(n)}`)
  await page.getByText('30 de 60').waitFor()
  await wedge(page, codeOf(901))
  await page.getByText('está prevista em SEP-02').first().waitFor()
  await keys.press('Escape')
  await expectPresentable(page, 'separacao-coleta')
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Remover' }).first().click()
  await wedge(page, 'SEP-02')
  await page.locator('.reading-title', { hasText: 'SEP-02' }).waitFor()
  for (const n of [901, 903]) await wedge(page, `10*${codeOf(n)}`)
  await wedge(page, `9*${codeOf(905)}`)
  await page.getByText('59 de 60').waitFor()
  // The last is not there.
  await keys.press('F4')
  await page.getByText('Falta em SEP-02').waitFor()
  await keys.press('Control+Enter')
  await page.locator('.pick-short').waitFor()
  // Counted, weighed, cut: the sales follow.
  await page.goto(`${url}${PATH}/edit/${id}/conferencia`)
  await keys.screen(`${PATH}/edit/${id}/conferencia`)
  await page.getByText('Caixa 10').waitFor()
  // Each box after the other; the last lacks what was not there.
  for (let box = 1; box <= SALES; box += 1) {
    await keys.press('F2')
    await page.getByText(`Volume 1 de 1.`).waitFor()
    await page.getByLabel('Peso (kg)').waitFor()
    await keys.type(box < SALES ? '1,51' : '1,25')
    await keys.press('Control+Enter')
    await expect.poll(() => page.getByText(/kg em 1 volume/).count()).toBe(box)
  }
  expect(await page.locator('.toast', { hasText: 'O peso não confere' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Etiquetas' }).press('Enter')
  await expect
    .poll(
      async () =>
        (
          await call(
            `expedicao/separacao_volume?where=${encodeURIComponent(JSON.stringify({ separacao_id: id, nVias: 1 }))}`,
          )
        ).total,
    )
    .toBe(SALES)
  await expectPresentable(page, 'separacao-conferencia')
  await page.setViewportSize(PHONE)
  await keys.press('Control+Enter')
  await page.getByText('Cortar o que faltou?').waitFor()
  await page.getByRole('button', { name: 'Só cortar' }).press('Enter')
  await keys.text(`Separação ${id} conferida.`)
  const stood = await Promise.all(sales.map(async (sale) => (await call(`venda/${sale}`)).status))
  expect(stood).toEqual(sales.map(() => 3))
  // And on its way.
  const rota = '/ui/expedicao/rota'
  await page.goto(`${url}${rota}/edit/new`)
  await keys.screen(`${rota}/edit/new`)
  await settled(page)
  await keys.type('DEM1')
  await keys.pick()
  await keys.press('Control+s')
  await page.waitForURL(/\/rota\/edit\/\d+$/)
  await page.getByRole('button', { name: 'Incluir vendas' }).press('Enter')
  await keys.text('Vendas que esperam entrega')
  await keys.type(String(sales[0]))
  await page.getByRole('checkbox', { name: `Venda ${sales[0]},` }).press('Space')
  await keys.text(/^1 venda/)
  await keys.press('Control+Enter')
  await page.locator('.stop').first().waitFor()
  await keys.press('F10')
  await keys.text(/Liberar a rota \d+\?/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  await keys.press('Enter')
  await expect.poll(async () => (await call(`venda/${sales[0]}`)).dhEnviado).not.toBeNull()
  expect(session.errors).toEqual([])
})
