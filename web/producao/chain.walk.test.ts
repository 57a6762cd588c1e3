import { expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled } from '../../fixtures/look'
import { codeOf, wedge } from '../estoque/recebimento/receiving-page.fixture'

/** The whole way of what is made, by keyboard and scanner: a sale is planned, ordered, its supplies are picked, it is worked at, comes into stock, and is sold. */

const session = browserTest()
const keys = new Keyboard(session)
const ORDERS = 'producao/ordem_producao'

const where = (values: object) => encodeURIComponent(JSON.stringify(values))
const first = async (path: string, values: object = {}) =>
  (await apiAt(session)('GET', `${path}?perPage=1&where=${where(values)}`)).data[0].id

interface Known {
  readonly made: number
  readonly sale: number
  readonly shelf: string
  readonly ean: string
}

/** A sale of four stools that nobody has made; of their legs thirty lie on a shelf that is picked. */
async function prepared(name: string, at: number): Promise<Known> {
  const api = apiAt(session)
  const [shelf, ean] = [`CAD-0${at}`, codeOf(700 + at)]
  const armazem = await api('POST', 'estoque/armazem', { xNome: `Galpão da fábrica ${at}`, usa_separacao: true })
  const place = { armazem_id: armazem.id, codigo: shelf, xArmazenamento: shelf }
  const { id: armazenamento_id } = await api('POST', 'estoque/armazenamento', place)
  await api('POST', 'tipo_entrada_saida', {
    descricao: `Produção ${at}`,
    tipo: 0,
    padrao: 2,
    gera_financeiro: 'NAO_GERA',
  })
  const { id: leg } = await api('POST', 'mercadoria', { xProd: `Perna de ${name}`, codigo: `PER-${at}`, cEAN: ean })
  const centre = await api('POST', 'producao/centro_trabalho', { descricao: `Marcenaria ${at}`, vHora: 60 })
  const { id: made } = await api('POST', 'mercadoria', {
    xProd: name,
    codigo: `BAN-${at}`,
    mercadoria_insumos: [{ mercadoria_insumo_id: leg, quantidade: 4 }],
    mercadoria_etapas_producao: [{ n_ordem: 10, descricao: 'Montar', centro_trabalho_id: centre.id, qMinutos: 3 }],
  })
  const entry = await api('POST', 'entrada', {
    fornecedor_id: await first('fornecedor'),
    tipo_entrada_saida_id: await first('tipo_entrada_saida', { tipo: 0, padrao: 0 }),
    entrada_mercadorias: [{ mercadoria_id: leg, qCom: 30, vUnCom: 5, armazenamento_id }],
  })
  await api('POST', `entrada/${entry.id}/finaliza`)
  const sale = await api('POST', 'venda', {
    cliente_id: await first('cliente', { ativo: true }),
    tipo_entrada_saida_id: await first('tipo_entrada_saida', { tipo: 1, padrao: 1 }),
    venda_mercadorias: [{ mercadoria_id: made, qTrib: 4, vUnTrib: 90 }],
  })
  const pagamento_id = await first('financeiro/pagamentos')
  await api('POST', 'venda_duplicata/addString', { venda_id: sale.id, string: '30', pagamento_id })
  return { made, sale: sale.id, shelf, ean }
}

/** The plan of the sale makes its order: answers which. */
async function planned(name: string, sale: number): Promise<number> {
  const { page, url } = session
  await page.goto(`${url}/ui/mrp/planejamento`)
  await keys.screen('/ui/mrp/planejamento')
  await keys.press('n')
  await keys.screen('/ui/mrp/planejamento/edit/new')
  await keys.type(`Para ${name}`)
  await keys.press('F9')
  await page.getByText(/\d+ itens, \d+ com ação, 0 executados/).waitFor({ timeout: 20_000 })
  await page.getByRole('searchbox', { name: 'Pesquisar mercadoria' }).focus()
  await keys.type(name)
  const grid = page.getByRole('grid', { name: 'Itens do planejamento' })
  await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')) - 1).toBe(1)
  await grid.focus()
  await keys.press('Enter')
  await page.getByRole('link', { name: new RegExp(`^Venda ${sale} · `) }).waitFor()
  await keys.press('Escape')
  await page.waitForURL(/planejamento\/edit\/\d+$/)
  await grid.focus()
  await keys.press('Space', 'F10')
  await page.getByText('Executar a ação de 1 item').waitFor()
  await keys.press('Control+Enter')
  const link = page.getByRole('link', { name: /^Ordem de produção \d+$/ })
  await link.waitFor()
  return Number(/\d+$/.exec(await link.innerText())?.[0])
}

it.each([
  ['Banqueta de oficina', 1, 1366, 768],
  ['Banqueta de celular', 2, 390, 780],
] as const)('%s: from the plan of its sale to its invoice', async (name, at, width, height) => {
  const { page, url } = session
  const api = apiAt(session)
  await page.setViewportSize({ width, height })
  const { made, sale, shelf, ean } = await prepared(name, at)
  const order = await planned(name, sale)

  await page.goto(`${url}/ui/${ORDERS}/edit/${order}`)
  await keys.chip('Aberta')
  await settled(page)
  await page.getByRole('button', { name: 'Iniciar', exact: true }).press('Enter')
  await page.getByText(`Reserva 16 de Perna de ${name}.`).waitFor()
  await keys.press('Control+Enter')
  await keys.chip('Em produção')

  const [{ separacao_id }] = (
    await api('GET', `expedicao/separacao_venda?where=${where({ ordem_producao_id: order })}`)
  ).data
  const picking = '/ui/expedicao/separacao'
  await page.goto(url + picking)
  await keys.screen(picking)
  await settled(page)
  await wedge(page, String(separacao_id).padStart(12, '0'))
  await keys.screen(`${picking}/edit/${separacao_id}/coleta`)
  await page.locator('.pick-place', { hasText: shelf }).waitFor()
  await settled(page)
  await wedge(page, shelf)
  await page.locator('.reading-title', { hasText: shelf }).waitFor()
  await wedge(page, `16*${ean}`)
  await page.getByText('1 de 1').waitFor()
  await expectPresentable(page, `cadeia-coleta-${at}`)
  await page.setViewportSize({ width, height })
  await keys.press('Control+Enter')
  await expect.poll(async () => (await api('GET', `expedicao/separacao/${separacao_id}`)).dhConferencia).not.toBeNull()

  await api('POST', 'cadastros/colaborador', { xNome: `Dora ${at}`, cracha: `OP-80${at}` })
  await page.goto(`${url}/ui/${ORDERS}`)
  await keys.screen(`/ui/${ORDERS}`)
  await settled(page)
  await wedge(page, String(order).padStart(12, '0'))
  await page.getByText('10 · Montar').first().waitFor()
  await settled(page)
  await wedge(page, `OP-80${at}`)
  await page.getByText(`Dora ${at}`).waitFor()
  await keys.press('1', 'Enter')
  await page.getByText(/^Em andamento/).waitFor()
  await keys.press('4', 'Enter')
  await page.getByLabel('Boa', { exact: true }).waitFor()
  await keys.type('4')
  await keys.press('Control+Enter')
  await page.getByText('Concluída · 4 boas').waitFor()
  await expectPresentable(page, `cadeia-chao-${at}`)
  await page.setViewportSize({ width, height })

  await page.goto(`${url}/ui/${ORDERS}/edit/${order}`)
  await keys.chip('Em produção')
  await settled(page)
  await keys.press('F10')
  await page.getByText(`${name} · faltam 4`).waitFor()
  await settled(page)
  await keys.press('Control+Enter')
  await keys.text(/Ordem de produção finalizada: entrada \d+ no estoque\./)
  await keys.chip('Finalizada')
  expect((await api('GET', `mercadoria/${made}`)).q_total).toBe(4)

  await page.goto(`${url}/ui/comercial/venda/edit/${sale}`)
  await keys.chip('Aberta')
  await settled(page)
  await keys.press('F10')
  await keys.chip('Fechada')
  await settled(page)
  await keys.press('F9')
  await keys.chip('Faturada')
  expect((await api('GET', `mercadoria/${made}`)).q_total).toBe(0)
})
