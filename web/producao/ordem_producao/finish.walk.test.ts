import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** A part is finished as it went: nothing is refused, less was used and comes back, and what comes out beside the goods is told. */

const session = browserTest()
const keys = new Keyboard(session)
const PATH = 'producao/ordem_producao'

interface Prepared {
  readonly made: number
  readonly drawn: number
  readonly beside: number
  readonly orders: readonly number[]
}

/** Orders of ten crates, begun: their boards leave as each begins, or as parts are finished; sawdust comes out beside. */
async function prepared(): Promise<Prepared> {
  const api = apiAt(session)
  const first = async (path: string, where: object) =>
    (await api('GET', `${path}?perPage=1&where=${encodeURIComponent(JSON.stringify(where))}`)).data[0].id
  await api('POST', 'tipo_entrada_saida', { descricao: 'Produção', tipo: 0, padrao: 2, gera_financeiro: 'NAO_GERA' })
  const drawn = (await api('POST', 'mercadoria', { xProd: 'Tábua de eucalipto', codigo: 'TAB-2' })).id
  const beside = (await api('POST', 'mercadoria', { xProd: 'Serragem', codigo: 'SER-1' })).id
  const made = await api('POST', 'mercadoria', {
    xProd: 'Caixa de eucalipto',
    codigo: 'CXE-1',
    mercadoria_insumos: [{ mercadoria_insumo_id: drawn, quantidade: 2 }],
  })
  const entry = await api('POST', 'entrada', {
    fornecedor_id: await first('fornecedor', {}),
    tipo_entrada_saida_id: await first('tipo_entrada_saida', { tipo: 0, padrao: 0 }),
    entrada_mercadorias: [{ mercadoria_id: drawn, qCom: 50, vUnCom: 5 }],
  })
  await api('POST', `entrada/${entry.id}/finaliza`)
  const orders: number[] = []
  for (const tpBaixa of [1, 0]) {
    const lines = [{ mercadoria_id: made.id, qTrib: 10 }]
    const order = await api('POST', PATH, { tpBaixa, ordem_producao_mercadoria_list: lines })
    await api('POST', 'producao/ordem_producao_mercadoria_insumo', {
      ordem_producao_mercadoria_id: order.ordem_producao_mercadoria_list[0].id,
      mercadoria_id: beside,
      tpItem: 1,
      quantidade: 0.5,
      vCusto: 1,
    })
    await api('POST', `${PATH}/${order.id}/inicia`)
    orders.push(order.id)
  }
  return { made: made.id, drawn, beside, orders }
}

const stockOf = async (id: number): Promise<number> => (await apiAt(session)('GET', `mercadoria/${id}`)).q_total

async function opened(id: number | undefined): Promise<void> {
  await session.page.goto(`${session.url}/ui/${PATH}/edit/${id}`)
  await keys.chip('Em produção')
  await keys.press('F10')
  await session.page.getByText('Caixa de eucalipto · faltam 10').waitFor()
  await settled(session.page)
}

it('nothing made is refused, a supply comes back, a by-product is told, and the part shows what it cost', async () => {
  const { made, drawn, beside, orders } = await prepared()
  const { page } = session
  await opened(orders[1])
  await page.getByText('Planejado 20, consumido 0; vazio segue o plano', { exact: true }).waitFor()
  expect(await page.getByLabel('Devolver Tábua de eucalipto').isDisabled()).toBe(true)
  await expectPresentable(page, 'finalizar-ao-finalizar')

  await opened(orders[0])
  await page.getByText('Planejado 20, consumido 20; vazio: nada mais sai', { exact: true }).waitFor()
  await page.getByText('Planejado 5, entrou 0; vazio segue o plano', { exact: true }).waitFor()
  const good = page.getByRole('textbox', { name: /^Boa/ })
  await good.fill('0')
  await keys.press('Control+Enter')
  await keys.text('Informe quanto foi produzido.')
  await expectPresentable(page, 'finalizar-nada')
  expect(await stockOf(made)).toBeNull()

  await good.fill('8')
  await page.getByLabel('Devolver Tábua de eucalipto').fill('4')
  await page.getByLabel('Serragem (subproduto)').fill('3')
  await page.getByLabel('Encerra').check()
  await expectPresentable(page, 'finalizar-preenchido')
  await keys.press('Control+Enter')
  await keys.text(/Ordem de produção finalizada: entrada \d+ no estoque\./)
  await keys.chip('Finalizada')
  expect([await stockOf(made), await stockOf(drawn), await stockOf(beside)]).toEqual([8, 34, 3])

  const where = encodeURIComponent(JSON.stringify({ ordem_producao_id: orders[0] }))
  const [entry] = (await apiAt(session)('GET', `entrada?where=${where}`)).data
  await page.goto(`${session.url}/ui/${PATH}/edit/${orders[0]}/finalizar/${entry.id}`)
  // Sixteen boards at 5.00, less sawdust of 3.00.
  await keys.text('R$ 77,00')
  await expectPresentable(page, 'finalizar-parte')
})
